#ifndef CCURL_SHIM_H
#define CCURL_SHIM_H

#include <curl/curl.h>

// Doors to the variadic functions, which Swift cannot call.

static inline CURLcode ccurl_set_long(CURL *curl, CURLoption option, long value) {
  return curl_easy_setopt(curl, option, value);
}

static inline CURLcode ccurl_set_text(CURL *curl, CURLoption option, const char *value) {
  return curl_easy_setopt(curl, option, value);
}

static inline CURLcode ccurl_set_list(CURL *curl, CURLoption option, struct curl_slist *value) {
  return curl_easy_setopt(curl, option, value);
}

typedef size_t (*ccurl_receiver)(char *bytes, size_t size, size_t count, void *context);
typedef int (*ccurl_watcher)(
    void *context, curl_off_t total, curl_off_t now, curl_off_t upload, curl_off_t sent);

// The body and the head go to two functions with one context; a third one is asked whether to go on.
static inline void ccurl_set_receivers(
    CURL *curl, ccurl_receiver body, ccurl_receiver head, ccurl_watcher goes_on, void *context) {
  curl_easy_setopt(curl, CURLOPT_WRITEFUNCTION, body);
  curl_easy_setopt(curl, CURLOPT_WRITEDATA, context);
  curl_easy_setopt(curl, CURLOPT_HEADERFUNCTION, head);
  curl_easy_setopt(curl, CURLOPT_HEADERDATA, context);
  curl_easy_setopt(curl, CURLOPT_XFERINFOFUNCTION, goes_on);
  curl_easy_setopt(curl, CURLOPT_XFERINFODATA, context);
  curl_easy_setopt(curl, CURLOPT_NOPROGRESS, 0L);
}

static inline CURLcode ccurl_get_long(CURL *curl, CURLINFO info, long *value) {
  return curl_easy_getinfo(curl, info, value);
}

#endif
