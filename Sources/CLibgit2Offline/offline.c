// The network doors of libgit2, closed.
//
// libgit2 is linked from its static archive and works on repositories on this machine only;
// whatever goes over a network is done by the user's own git program. Without this file the linker
// would take libgit2's TLS and SSH parts out of the archive, and with them libraries whose loading,
// and the reading of every CA certificate, take most of the time that a short command needs.
//
// Each symbol below is one that the rest of libgit2 refers to. Defined here, it keeps the archive's
// own member out of the program. Starting up succeeds and every connection fails. An archive that
// needs another door does not link, which is how we want to learn of it.

#include "CLibgit2Offline.h"

int git_http__expect_continue = 0;

int git_mbedtls_stream_global_init(void) { return 0; }

int git_transport_ssh_global_init(void) { return 0; }

int git_mbedtls__set_cert_location(const char *file, const char *folder) {
  (void)file, (void)folder;
  return -1;
}

int git_mbedtls_stream_new(void **out, const char *host, const char *port) {
  (void)out, (void)host, (void)port;
  return -1;
}

int git_mbedtls_stream_wrap(void **out, void *inner, const char *host) {
  (void)out, (void)inner, (void)host;
  return -1;
}

int git_transport_ssh_with_paths(void **out, void *owner, void *paths) {
  (void)out, (void)owner, (void)paths;
  return -1;
}

int git_smart_subtransport_ssh(void **out, void *owner, void *paths) {
  (void)out, (void)owner, (void)paths;
  return -1;
}

int git_smart_subtransport_http(void **out, void *owner, void *paths) {
  (void)out, (void)owner, (void)paths;
  return -1;
}
