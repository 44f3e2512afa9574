#ifndef CLIBGIT2_OFFLINE_H
#define CLIBGIT2_OFFLINE_H

// Nothing to call: see offline.c.

#endif
