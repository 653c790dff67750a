//! From where a request comes, as far as that tells callers apart.

use std::net::IpAddr;

use actix_web::HttpRequest;

/// Where the proxies before the service say whom they serve.
const FORWARDED: &str = "x-forwarded-for";

/// An address of IPv4, or the 64 bits of one of IPv6 that its owner cannot choose freely.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Network(u128);

impl From<IpAddr> for Network {
    fn from(address: IpAddr) -> Self {
        match address.to_canonical() {
            IpAddr::V4(four) => Self(four.to_ipv6_mapped().to_bits()),
            IpAddr::V6(six) => Self(six.to_bits() >> 64 << 64),
        }
    }
}

impl Network {
    /// Its bits: those of an address of IPv4 as IPv6 writes them, or of IPv6 with nothing after the first 64.
    #[must_use]
    pub fn bits(self) -> u128 {
        self.0
    }
}

/// The network of whoever asks. With so many proxies of ours before the service, what the outermost of them saw; what
/// stands before that in the header, anybody can have written.
#[must_use]
pub fn of(request: &HttpRequest, proxies: usize) -> Network {
    let peer = request.peer_addr().map_or(IpAddr::from([0, 0, 0, 0]), |peer| peer.ip());
    let values = request.headers().get_all(FORWARDED).filter_map(|value| value.to_str().ok());
    let said: Vec<&str> = values.flat_map(|value| value.split(',')).map(str::trim).collect();
    let seen = said.len().checked_sub(proxies).filter(|_| proxies > 0).and_then(|at| said.get(at));
    seen.and_then(|text| text.parse().ok()).unwrap_or(peer).into()
}

#[cfg(test)]
mod tests {
    use super::*;
    use actix_web::test::TestRequest;

    fn network(address: &str) -> Network {
        address.parse::<IpAddr>().expect("an address").into()
    }

    #[test]
    fn a_network_of_ipv6_is_the_half_that_is_given() {
        assert_eq!(network("2001:db8:0:1::5"), network("2001:db8:0:1:ffff::9"));
        assert_ne!(network("2001:db8:0:1::5"), network("2001:db8:0:2::5"));
        assert_eq!(network("::ffff:10.0.0.1"), network("10.0.0.1"));
        assert_ne!(network("10.0.0.2"), network("10.0.0.1"));
    }

    #[test]
    fn only_our_own_proxies_are_believed() {
        let peer = "10.0.0.9:1".parse().expect("an address");
        let request = TestRequest::default().peer_addr(peer).insert_header((FORWARDED, "6.6.6.6, 1.2.3.4, 10.0.0.8"));
        let request = request.to_http_request();
        for (proxies, seen) in [(0, "10.0.0.9"), (1, "10.0.0.8"), (2, "1.2.3.4"), (4, "10.0.0.9")] {
            assert_eq!(of(&request, proxies), network(seen), "{proxies} proxies");
        }
    }
}
