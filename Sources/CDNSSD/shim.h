#ifndef CDNSSD_SHIM_H
#define CDNSSD_SHIM_H

#include <dns_sd.h>
#include <stdlib.h>

// Avahi's implementation prints advice for programmers on standard error unless it is told not to.
static inline void dnssd_be_quiet(void) { setenv("AVAHI_COMPAT_NOWARN", "1", 0); }

#endif
