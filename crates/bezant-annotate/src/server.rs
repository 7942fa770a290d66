//! The pages over HTTP: listens, limits, hands requests to the routes.

mod annotator;
mod connections;
mod files;
mod guard;
mod limits;
mod organiser;
mod pages;

use std::net::SocketAddr;
use std::sync::Arc;
use std::thread;
use std::time::Duration;

use axum::Router;
use axum::extract::DefaultBodyLimit;
use axum::routing::{get, post};
use tokio::net::TcpSocket;
use tokio::runtime::Runtime;
use tokio::sync::watch;
use tokio::task::JoinHandle;

use crate::error::{Error, Result};
use crate::store::readers::Readers;
use crate::store::writer::Writer;
use crate::store::{self, Store, asking};
use crate::texts::Texts;
use crate::tokens::{self, Hash, Secret};
use files::Files;
use limits::Limits;

/// No form of ours is larger.
const LARGEST: usize = 16 << 10;

/// How people are served.
#[derive(Clone, Debug)]
pub struct Options {
    /// Where to listen; port 0 lets the system choose one.
    pub address: SocketAddr,
    /// What links begin with, where that is not the address: behind another server.
    pub url: Option<String>,
    /// The words of the pages.
    pub texts: Texts,
    /// The language of the pairs, where it is not that of the pages.
    pub language: Option<String>,
    /// Sheets that nobody touched for so long are given to others.
    pub return_after: Duration,
    /// Whoever knows this word can join; an empty one stands for one that is made.
    pub code: Option<String>,
    /// Whom to ask.
    pub contact: Option<String>,
    /// How long answers are kept.
    pub retention: Option<String>,
    /// What people are shown who have finished a sheet, to be paid; an empty word stands for one of their
    /// own.
    pub completion: Option<String>,
    /// What a sheet costs, and in which currency.
    pub price: Option<(f64, String)>,
    /// How many requests a second a link may make for long; fifty times that at once.
    pub rate: u32,
    /// How many connections are open at once.
    pub connections: usize,
    /// Who is told of what goes wrong while we serve; nothing of a link is ever in it.
    pub say: Say,
}

/// Tells somebody something.
#[derive(Clone)]
pub struct Say(pub Arc<dyn Fn(&str) + Send + Sync>);

impl std::fmt::Debug for Say {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Say")
    }
}

impl Options {
    /// For an address, with everything else as usual.
    pub fn new(address: SocketAddr) -> Options {
        Options {
            address,
            url: None,
            texts: Texts::english(),
            language: None,
            return_after: Duration::from_secs(2 * 60 * 60),
            code: None,
            contact: None,
            retention: None,
            completion: None,
            price: None,
            rate: 100,
            connections: 8192,
            say: Say(Arc::new(|_| ())),
        }
    }
}

/// What all requests share. All that changes is in the store.
pub(crate) struct App {
    options: Options,
    base: String,
    files: Files,
    readers: Arc<Readers>,
    writer: Writer,
    secret: Secret,
    organiser: Hash,
    limits: Limits,
}

/// A server at work.
pub struct Running {
    runtime: Runtime,
    serving: JoinHandle<()>,
    writing: thread::JoinHandle<()>,
    stop: Stop,
    base: String,
}

/// Ends a server, from any thread.
#[derive(Clone)]
pub struct Stop(Arc<watch::Sender<bool>>);

impl Stop {
    /// No new requests; those that are being answered still are.
    pub fn stop(&self) {
        self.0.send_replace(true);
    }
}

impl Running {
    /// What links begin with: `http://127.0.0.1:8000`.
    pub fn base(&self) -> &str {
        &self.base
    }

    /// A handle by which it is ended.
    pub fn stopper(&self) -> Stop {
        self.stop.clone()
    }

    /// Serves until it is stopped, and leaves the store closed.
    pub fn wait(self) -> Result<()> {
        let ended = self.runtime.block_on(self.serving);
        // Whatever is left of connections goes with the runtime, and with it the last who could write.
        self.runtime.shutdown_timeout(Duration::from_secs(5));
        let _ = self.writing.join();
        ended.map_err(|error| Error::io("the server")(std::io::Error::other(error)))
    }
}

/// A port that is ours, at which nobody is answered yet.
pub struct Listening {
    socket: TcpSocket,
    address: SocketAddr,
}

impl Listening {
    /// Where: with the port that the system chose.
    pub fn address(&self) -> SocketAddr {
        self.address
    }
}

/// Takes a port, before anything is made that would be left behind if it cannot be had.
pub fn listen(address: SocketAddr) -> Result<Listening> {
    let bound = || {
        let socket = connections::bind(address)?;
        let address = socket.local_addr()?;
        Ok(Listening { socket, address })
    };
    bound().map_err(Error::io(format!("cannot listen at {address}")))
}

/// Starts to serve a store at the address of the options.
pub fn serve(store: Store, options: Options) -> Result<Running> {
    serve_at(listen(options.address)?, store, options)
}

/// Starts to serve a store at a port that was taken before.
pub fn serve_at(listening: Listening, store: Store, mut options: Options) -> Result<Running> {
    let (path, connection, secret) = store.into_parts();
    if options.code.as_deref() == Some("") {
        options.code = Some(secret.code());
    }
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .enable_all()
        // Those that read; more would only wait for each other.
        .max_blocking_threads(16)
        .build()
        .map_err(Error::io("threads for the server"))?;
    let most = connections::allowed(options.connections);
    let Listening { socket, address } = listening;
    let what = format!("cannot listen at {address}");
    let listener = {
        let _inside = runtime.enter();
        connections::listen(socket).map_err(Error::io(what))?
    };
    let base = options.url.clone().unwrap_or_else(|| connections::url(address));
    let base = base.trim_end_matches('/').to_string();
    let (writer, writing) = Writer::start(&path, connection)?;
    let app = Arc::new(App {
        base: base.clone(),
        files: Files::new(),
        readers: Arc::new(Readers::new(&path)),
        writer,
        organiser: tokens::hash(&secret.organiser()),
        secret,
        limits: Limits::new(options.rate),
        options,
    });
    let (stop, stopped) = watch::channel(false);
    let stop = Stop(Arc::new(stop));
    let serving = runtime.spawn({
        let (stop, stopped) = (stop.clone(), stopped);
        async move {
            let tidying = tokio::spawn(return_abandoned(Arc::clone(&app)));
            let ending = tokio::spawn(end_on_control_c(stop));
            connections::serve(listener, routes(app), stopped, most).await;
            tidying.abort();
            ending.abort();
        }
    });
    Ok(Running { runtime, serving, writing, stop, base })
}

/// Where the program has no signals of its own.
async fn end_on_control_c(stop: Stop) {
    if cfg!(unix) {
        return;
    }
    if tokio::signal::ctrl_c().await.is_ok() {
        stop.stop();
    }
}

/// Gives sheets back that nobody touches any more.
async fn return_abandoned(app: Arc<App>) {
    let patience = app.options.return_after;
    let mut every = tokio::time::interval(
        patience.div_f64(4.0).clamp(Duration::from_millis(200), Duration::from_secs(60)),
    );
    loop {
        every.tick().await;
        let patience = i64::try_from(patience.as_millis()).unwrap_or(i64::MAX);
        // A failure is seen by the next who answers.
        let _ = app
            .writer
            .write(move |change| {
                let now = store::now();
                asking::return_abandoned(change, now.saturating_sub(patience), now)
            })
            .await;
    }
}

/// All addresses. There is no list of anything that could be walked through.
pub(crate) fn routes(app: Arc<App>) -> Router {
    Router::new()
        .route("/", get(annotator::home))
        .route("/robots.txt", get(files::robots))
        .route("/static/{name}", get(files::file))
        .route("/join", get(annotator::join_form).post(annotator::join))
        .route("/a/{token}", get(annotator::first))
        .route("/a/{token}/begin", post(annotator::begin))
        .route("/a/{token}/sheet", get(annotator::sheet))
        .route("/a/{token}/sheet/{place}", get(annotator::question))
        .route("/a/{token}/answers", post(annotator::answer))
        .route("/a/{token}/done", get(annotator::done))
        .route("/o/{token}", get(organiser::page))
        .route("/o/{token}/state", post(organiser::state))
        .route("/o/{token}/links", post(organiser::links))
        .route("/o/{token}/{file}", get(organiser::export))
        .fallback(guard::nothing_here)
        .method_not_allowed_fallback(guard::other_method)
        .layer(DefaultBodyLimit::max(LARGEST))
        .layer(axum::middleware::from_fn_with_state(Arc::clone(&app), guard::guard))
        .with_state(app)
}
