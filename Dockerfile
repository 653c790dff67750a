# Kupa in a container: docker build -t kupa . && docker run -p 8080:8080 -v kupa-data:/data -e KUPA_TOKEN_KEY=... kupa
# Everything (migrations, assets, OpenAPI page) is inside the one binary. TLS to PostgreSQL is on.

FROM rust:1.95-slim-bookworm AS build
# perl and make compile the vendored OpenSSL; gcc, which the image has, SQLite and libpq.
RUN apt-get update && apt-get install -y --no-install-recommends make perl && rm -rf /var/lib/apt/lists/*
WORKDIR /kupa
COPY . .
RUN cargo build --release --locked --features pg-tls --bin kupa && strip target/release/kupa && mkdir /data

# libc, libgcc, root certificates and a user without rights: no shell, no package manager.
FROM gcr.io/distroless/cc-debian12:nonroot
COPY --from=build /kupa/target/release/kupa /usr/local/bin/kupa
COPY --from=build --chown=nonroot:nonroot /data /data
# The vendored OpenSSL would look for root certificates below its own prefix.
ENV SSL_CERT_FILE=/etc/ssl/certs/ca-certificates.crt \
    DATABASE_URL=sqlite:/data/kupa.db \
    KUPA_LISTEN=0.0.0.0:8080 \
    KUPA_LOG_FORMAT=json
USER nonroot
WORKDIR /data
VOLUME /data
EXPOSE 8080
HEALTHCHECK --interval=10s --timeout=10s --start-period=10s CMD ["/usr/local/bin/kupa", "health"]
ENTRYPOINT ["/usr/local/bin/kupa"]
CMD ["serve"]
