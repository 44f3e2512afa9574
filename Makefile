# make run      build the program and watch it do its main job
# make test     every test
# make sweep    every command killed, or failing, at each call that changes a file (half an hour and more)
# make soak     MINUTES=10 [SEED=1000]: random schedules over real repositories, checked against the rules
# make bench    how it compares with the git command doing the same work
# make install  PREFIX=/usr/local: the program, manual, completions, factory set, hooks, a systemd user unit
# make lint     the formatter's rules

PREFIX ?= /usr/local
SWIFT ?= swift
RELEASE = .build/release/slots
PACKAGES = libgit2-dev git libcurl4-openssl-dev libavahi-compat-libdnssd-dev
TEST_PACKAGES = $(PACKAGES) python3 openssh-server openssl zsh fish groff pre-commit gcc libc6-dev procps avahi-daemon \
  avahi-utils dbus iproute2
ifeq ($(shell uname -s),Linux)
LINKING = --static-swift-stdlib -Xlinker -s
endif

.PHONY: all deps test-deps build run test sweep soak bench install lint clean

all: build

# Debian's packages that are missing; elsewhere: brew install libgit2.
deps test-deps:
	@command -v dpkg-query >/dev/null || exit 0; \
	missing=$$(for p in $(if $(filter test-deps,$@),$(TEST_PACKAGES),$(PACKAGES)); do \
	  dpkg-query -W -f='$${Status}' $$p 2>/dev/null | grep -q 'ok installed' || echo $$p; done); \
	[ -z "$$missing" ] && exit 0; \
	echo "installing $$missing"; \
	sudo=$$([ "$$(id -u)" = 0 ] || echo sudo); \
	$$sudo apt-get update -qq && DEBIAN_FRONTEND=noninteractive $$sudo apt-get install -y -qq $$missing

build: deps
	$(SWIFT) build -c release --product slots $(LINKING)
	$(SWIFT) build -c release --product slots-device $(LINKING)

run: build
	@sh Tests/Demo/demo.sh "$(CURDIR)/$(RELEASE)"

test: test-deps
	$(SWIFT) test --disable-xctest --parallel

sweep: test-deps
	SLOTS_SWEEP=all $(SWIFT) test --disable-xctest --filter SweepTests

soak: test-deps
	SLOTS_SOAK_MINUTES=$(or $(MINUTES),10) SLOTS_SOAK_SEED=$(or $(SEED),1000) \
	  $(SWIFT) test --disable-xctest --filter 'SimulationTests/soak'

bench: build test-deps
	@python3 Tests/Bench/bench.py "$(CURDIR)/$(RELEASE)"

install: build
	install -d "$(DESTDIR)$(PREFIX)/bin" "$(DESTDIR)$(PREFIX)/share/slots/factory" \
	  "$(DESTDIR)$(PREFIX)/share/slots/hooks"
	install -m 755 $(RELEASE) "$(DESTDIR)$(PREFIX)/bin/slots"
	install -d "$(DESTDIR)$(PREFIX)/libexec/slots"
	install -m 755 $(RELEASE)-device "$(DESTDIR)$(PREFIX)/libexec/slots/slots-device"
	install -m 644 factory/*.json "$(DESTDIR)$(PREFIX)/share/slots/factory/"
	install -m 755 hooks/* "$(DESTDIR)$(PREFIX)/share/slots/hooks/"
	install -d "$(DESTDIR)$(PREFIX)/lib/systemd/user"
	sed 's|@PREFIX@|$(PREFIX)|' "docs/slots-watch@.service" \
	  > "$(DESTDIR)$(PREFIX)/lib/systemd/user/slots-watch@.service"
	install -d "$(DESTDIR)$(PREFIX)/share/man/man1" \
	  "$(DESTDIR)$(PREFIX)/share/bash-completion/completions" \
	  "$(DESTDIR)$(PREFIX)/share/zsh/site-functions" \
	  "$(DESTDIR)$(PREFIX)/share/fish/vendor_completions.d"
	$(RELEASE) manual > "$(DESTDIR)$(PREFIX)/share/man/man1/slots.1"
	$(RELEASE) completions bash > "$(DESTDIR)$(PREFIX)/share/bash-completion/completions/slots"
	$(RELEASE) completions zsh > "$(DESTDIR)$(PREFIX)/share/zsh/site-functions/_slots"
	$(RELEASE) completions fish > "$(DESTDIR)$(PREFIX)/share/fish/vendor_completions.d/slots.fish"

lint:
	$(SWIFT) format lint --strict --recursive Package.swift Sources Tests

clean:
	$(SWIFT) package clean
