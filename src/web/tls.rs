//! The service's own certificate, for TLS without a proxy before it. The files are read at the start and again when the
//! process is told to (SIGHUP): connections under way keep what they began with.

use std::net::IpAddr;
use std::path::{Path, PathBuf};
use std::sync::{Arc, PoisonError, RwLock};

use rustls::client::danger::{HandshakeSignatureValid, ServerCertVerified, ServerCertVerifier};
use rustls::crypto::{CryptoProvider, ring, verify_tls12_signature, verify_tls13_signature};
use rustls::pki_types::pem::PemObject;
use rustls::pki_types::{CertificateDer, PrivateKeyDer, ServerName, UnixTime};
use rustls::server::{ClientHello, ResolvesServerCert};
use rustls::sign::CertifiedKey;
use rustls::{ClientConfig, ClientConnection, DigitallySignedStruct, ServerConfig, SignatureScheme};

use crate::config::CertificateFiles;

/// Why a certificate cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum BadCertificate {
    /// A file cannot be read, or holds something else.
    #[error("{0}: {1}")]
    File(PathBuf, rustls::pki_types::pem::Error),
    /// A file holds no certificate.
    #[error("{0}: no certificate is in it")]
    Empty(PathBuf),
    /// It cannot be used for TLS, or the key is another's.
    #[error("the certificate cannot be used: {0}")]
    Unusable(#[from] rustls::Error),
}

/// The present certificate.
#[derive(Debug)]
pub struct Certificate {
    files: CertificateFiles,
    present: RwLock<Arc<CertifiedKey>>,
}

fn provider() -> Arc<CryptoProvider> {
    Arc::new(ring::default_provider())
}

fn read(files: &CertificateFiles) -> Result<Arc<CertifiedKey>, BadCertificate> {
    let at = |path: &Path| {
        let path = path.to_owned();
        move |error| BadCertificate::File(path, error)
    };
    let chain = CertificateDer::pem_file_iter(&files.certificate).map_err(at(&files.certificate))?;
    let chain: Vec<_> = chain.collect::<Result<_, _>>().map_err(at(&files.certificate))?;
    if chain.is_empty() {
        return Err(BadCertificate::Empty(files.certificate.clone()));
    }
    let key = PrivateKeyDer::from_pem_file(&files.key).map_err(at(&files.key))?;
    Ok(Arc::new(CertifiedKey::from_der(chain, key, &provider())?))
}

impl Certificate {
    /// Reads it.
    ///
    /// # Errors
    /// [`BadCertificate`].
    pub fn load(files: CertificateFiles) -> Result<Self, BadCertificate> {
        let present = RwLock::new(read(&files)?);
        Ok(Self { files, present })
    }

    /// Reads it again; what cannot be used changes nothing.
    ///
    /// # Errors
    /// [`BadCertificate`].
    pub fn reload(&self) -> Result<(), BadCertificate> {
        let new = read(&self.files)?;
        *self.present.write().unwrap_or_else(PoisonError::into_inner) = new;
        Ok(())
    }
}

impl ResolvesServerCert for Certificate {
    fn resolve(&self, _: ClientHello<'_>) -> Option<Arc<CertifiedKey>> {
        Some(Arc::clone(&self.present.read().unwrap_or_else(PoisonError::into_inner)))
    }
}

/// Believes any certificate whose key the other side holds.
#[derive(Debug)]
struct Any(Arc<CryptoProvider>);

impl ServerCertVerifier for Any {
    fn verify_server_cert(
        &self,
        _: &CertificateDer<'_>,
        _: &[CertificateDer<'_>],
        _: &ServerName<'_>,
        _: &[u8],
        _: UnixTime,
    ) -> Result<ServerCertVerified, rustls::Error> {
        Ok(ServerCertVerified::assertion())
    }

    fn verify_tls12_signature(
        &self,
        message: &[u8],
        certificate: &CertificateDer<'_>,
        signed: &DigitallySignedStruct,
    ) -> Result<HandshakeSignatureValid, rustls::Error> {
        verify_tls12_signature(message, certificate, signed, &self.0.signature_verification_algorithms)
    }

    fn verify_tls13_signature(
        &self,
        message: &[u8],
        certificate: &CertificateDer<'_>,
        signed: &DigitallySignedStruct,
    ) -> Result<HandshakeSignatureValid, rustls::Error> {
        verify_tls13_signature(message, certificate, signed, &self.0.signature_verification_algorithms)
    }

    fn supported_verify_schemes(&self) -> Vec<SignatureScheme> {
        self.0.signature_verification_algorithms.supported_schemes()
    }
}

/// A connection to the service on this very machine, to ask whether it is ready and nothing else: by its address, which
/// its certificate need not name. Nothing secret is ever sent over it.
///
/// # Errors
/// [`rustls::Error`].
pub fn own_service(address: IpAddr) -> Result<ClientConnection, rustls::Error> {
    let provider = provider();
    let config = ClientConfig::builder_with_provider(Arc::clone(&provider)).with_safe_default_protocol_versions()?;
    let config = config.dangerous().with_custom_certificate_verifier(Arc::new(Any(provider))).with_no_client_auth();
    ClientConnection::new(Arc::new(config), ServerName::from(address))
}

/// How the service speaks TLS: 1.2 and 1.3, with the present certificate.
///
/// # Errors
/// [`BadCertificate`].
pub fn server_config(certificate: Arc<Certificate>) -> Result<ServerConfig, BadCertificate> {
    let config = ServerConfig::builder_with_provider(provider()).with_safe_default_protocol_versions()?;
    Ok(config.with_no_client_auth().with_cert_resolver(certificate))
}
