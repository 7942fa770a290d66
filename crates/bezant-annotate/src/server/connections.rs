//! Connections: how many, how long, and which are given up when there are too many.

use std::collections::BTreeMap;
use std::convert::Infallible;
use std::net::{IpAddr, Ipv4Addr, SocketAddr, UdpSocket};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use axum::Router;
use axum::body::Body;
use hyper::Request;
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::server::graceful::GracefulShutdown;
use tokio::net::{TcpListener, TcpSocket, TcpStream};
use tokio::sync::{Notify, watch};
use tower::ServiceExt;

/// So long a connection may take to send the head of its next request.
const HEAD: Duration = Duration::from_secs(15);

/// No connection lives longer; browsers open another.
const LIFE: Duration = Duration::from_secs(15 * 60);

/// What is being answered when we are ended has so long.
const ENDING: Duration = Duration::from_secs(3);

/// What the head of a request may have in all.
const LARGEST_HEAD: usize = 16 << 10;

/// Files that are not connections: the store, standard streams, what the system needs.
const OTHER_FILES: u64 = 96;

/// How many connections can be open, after the system was asked for as many as it gives.
pub fn allowed(wanted: usize) -> usize {
    #[cfg(unix)]
    {
        use rustix::process::{Resource, getrlimit, setrlimit};
        let mut limit = getrlimit(Resource::Nofile);
        let need = wanted as u64 + OTHER_FILES;
        if let Some(now) = limit.current.filter(|now| *now < need) {
            let more = limit.maximum.map_or(need, |most| most.min(need)).max(now);
            limit.current = Some(more);
            let _ = setrlimit(Resource::Nofile, limit);
        }
        if let Some(files) = getrlimit(Resource::Nofile).current {
            let left = usize::try_from(files.saturating_sub(OTHER_FILES)).unwrap_or(usize::MAX);
            return wanted.min(left.max(16));
        }
    }
    wanted
}

/// Takes the port.
pub fn bind(address: SocketAddr) -> std::io::Result<TcpSocket> {
    let socket = if address.is_ipv4() { TcpSocket::new_v4() } else { TcpSocket::new_v6() }?;
    // A server that was killed can be started again at once.
    #[cfg(unix)]
    socket.set_reuseaddr(true)?;
    socket.bind(address)?;
    Ok(socket)
}

/// Opens the port. Connections that come while others are accepted wait in a long line.
pub fn listen(socket: TcpSocket) -> std::io::Result<TcpListener> {
    socket.listen(4096)
}

/// What links begin with. Where we listen at every address, the one by which others reach us.
pub fn url(address: SocketAddr) -> String {
    let outward = || {
        // Nothing is sent: the system only says which way it would go.
        let socket = UdpSocket::bind((Ipv4Addr::UNSPECIFIED, 0)).ok()?;
        socket.connect((Ipv4Addr::new(192, 0, 2, 1), 9)).ok()?;
        socket.local_addr().ok().map(|address| address.ip())
    };
    let host = match address.ip() {
        ip if ip.is_unspecified() => outward().unwrap_or(IpAddr::V4(Ipv4Addr::LOCALHOST)),
        ip => ip,
    };
    format!("http://{}", SocketAddr::new(host, address.port()))
}

/// A connection that is open.
#[derive(Default)]
struct Connection {
    /// Whether a request of it is being answered.
    is_busy: AtomicBool,
    close: Notify,
}

/// All that are open, the oldest first.
#[derive(Default)]
struct Connections(Mutex<BTreeMap<u64, Arc<Connection>>>);

impl Connections {
    fn all(&self) -> MutexGuard<'_, BTreeMap<u64, Arc<Connection>>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Makes room where there is none: those that have waited longest without asking for anything go.
    fn make_room(&self, most: usize) {
        let mut all = self.all();
        while all.len() >= most {
            let idle = all.iter().find(|(_, one)| !one.is_busy.load(Ordering::Relaxed));
            let oldest = idle.or_else(|| all.iter().next()).map(|(number, _)| *number);
            match oldest.and_then(|number| all.remove(&number)) {
                Some(one) => one.close.notify_one(),
                None => return,
            }
        }
    }
}

/// Accepts until we are stopped.
pub async fn serve(
    listener: TcpListener,
    router: Router,
    mut stopped: watch::Receiver<bool>,
    most: usize,
) {
    let open = Arc::new(Connections::default());
    let graceful = GracefulShutdown::new();
    for number in 0.. {
        let accepted = tokio::select! {
            accepted = listener.accept() => accepted,
            _ = stopped.wait_for(|stop| *stop) => break,
        };
        let Ok((stream, _)) = accepted else {
            // Most likely no file is left: some will be closed soon.
            tokio::time::sleep(Duration::from_millis(20)).await;
            continue;
        };
        open.make_room(most);
        let one = Arc::new(Connection::default());
        open.all().insert(number, Arc::clone(&one));
        let serving = graceful.watch(talk(stream, router.clone(), Arc::clone(&one)));
        let open = Arc::clone(&open);
        tokio::spawn(async move {
            tokio::select! {
                _ = serving => {}
                () = one.close.notified() => {}
                () = tokio::time::sleep(LIFE) => {}
            }
            open.all().remove(&number);
        });
    }
    drop(listener);
    let _ = tokio::time::timeout(ENDING, graceful.shutdown()).await;
}

/// Answers the requests of one connection.
fn talk(
    stream: TcpStream,
    router: Router,
    one: Arc<Connection>,
) -> impl hyper_util::server::graceful::GracefulConnection<Error = hyper::Error> {
    // Small answers are to leave at once.
    let _ = stream.set_nodelay(true);
    let service = service_fn(move |request: Request<Incoming>| {
        let (router, one) = (router.clone(), Arc::clone(&one));
        async move {
            one.is_busy.store(true, Ordering::Relaxed);
            let response = router.oneshot(request.map(Body::new)).await;
            one.is_busy.store(false, Ordering::Relaxed);
            Ok::<_, Infallible>(response.unwrap_or_else(|never| match never {}))
        }
    });
    http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(HEAD)
        .max_buf_size(LARGEST_HEAD)
        .serve_connection(TokioIo::new(stream), service)
}
