"""git http-backend behind HTTP on the loopback interface, for tests.

http_server.py ROOT [CERTIFICATE]: serves the bare repositories in ROOT to ada:secret, over TLS with
a certificate. Writes its port to ROOT/port. What the file ROOT/mode says is done to every request, read anew:
a number is the status that it ends with, `hang` never answers, `slow` sends a few bytes at a time,
`cut` ends in the middle. Each request is a line in ROOT/requests.
"""

import base64
import http.server
import os
import ssl
import subprocess
import sys
import time

root = sys.argv[1]
login = "Basic " + base64.b64encode(b"ada:secret").decode()


def mode():
    try:
        with open(os.path.join(root, "mode")) as file:
            return file.read().strip()
    except FileNotFoundError:
        return ""


class Handler(http.server.BaseHTTPRequestHandler):
    def log_message(self, *_):
        pass

    def body(self):
        if self.headers.get("Transfer-Encoding", "") != "chunked":
            return self.rfile.read(int(self.headers.get("Content-Length") or 0))
        whole = b""
        while True:
            size = int(self.rfile.readline().split(b";")[0], 16)
            whole += self.rfile.read(size)
            self.rfile.readline()
            if size == 0:
                return whole

    def answer(self):
        with open(os.path.join(root, "requests"), "a") as file:
            file.write(f"{self.command} {self.path}\n")
        how = mode()
        if how == "hang":
            time.sleep(600)
        if how.isdigit():
            return self.end(int(how), {}, b"")
        if self.headers.get("Authorization") != login:
            return self.end(401, {"WWW-Authenticate": 'Basic realm="presets"'}, b"")
        path, _, query = self.path.partition("?")
        environment = dict(
            os.environ,
            GIT_PROJECT_ROOT=root,
            GIT_HTTP_EXPORT_ALL="1",
            PATH_INFO=path,
            QUERY_STRING=query,
            REQUEST_METHOD=self.command,
            REMOTE_USER="ada",
            REMOTE_ADDR="127.0.0.1",
            CONTENT_TYPE=self.headers.get("Content-Type", ""),
            HTTP_CONTENT_ENCODING=self.headers.get("Content-Encoding", ""),
            GIT_PROTOCOL=self.headers.get("Git-Protocol", ""),
        )
        body = self.body()
        done = subprocess.run(
            ["git", "http-backend"],
            input=body,
            env=dict(environment, CONTENT_LENGTH=str(len(body))),
            stdout=subprocess.PIPE,
        )
        head, _, content = done.stdout.partition(b"\r\n\r\n")
        headers = dict(line.split(": ", 1) for line in head.decode().split("\r\n") if line)
        status = int(headers.pop("Status", "200 OK").split()[0])
        self.end(status, headers, content, how if self.command == "POST" else "")

    do_GET = do_POST = answer

    def end(self, status, headers, content, how=""):
        self.send_response(status)
        for name, value in headers.items():
            self.send_header(name, value)
        self.send_header("Content-Length", str(len(content)))
        self.end_headers()
        if how == "cut":
            content = content[: len(content) // 2]
        step = max(250, len(content) // 24) if how == "slow" else len(content) or 1
        for start in range(0, len(content), step):
            self.wfile.write(content[start : start + step])
            self.wfile.flush()
            if how == "slow":
                time.sleep(0.5)


server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
server.daemon_threads = True
if len(sys.argv) > 2:
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(sys.argv[2])
    server.socket = context.wrap_socket(server.socket, server_side=True)
with open(os.path.join(root, "port.new"), "w") as file:
    file.write(str(server.server_address[1]))
os.rename(os.path.join(root, "port.new"), os.path.join(root, "port"))
server.serve_forever()
