// Several phones at one table: each sends what it changes and asks every few seconds what the others did.
// The last writer wins; without a net everything goes on here, and goes out when the net is back.

const ASKS_EVERY = 3000;
const KEY = "tisch-gemeinsam";

export function rememberedToken() {
  try { return localStorage.getItem(KEY) ?? ""; } catch { return ""; }
}

function remember(token) {
  try { token ? localStorage.setItem(KEY, token) : localStorage.removeItem(KEY); } catch { /* until the page is left */ }
}

export class Together {
  // `take` gets what another phone wrote, `tell` a sentence on how it stands.
  constructor(address, take, tell) {
    Object.assign(this, { address, take, tell, token: "", version: 0, unsent: null, sending: false });
  }

  async begin(state) {
    const answer = await fetch(this.address, { method: "POST", body: JSON.stringify(state) });
    const found = await answer.json();
    if (!answer.ok) throw new Error(found.error);
    this.version = found.version;
    this.follow(found.token);
  }

  follow(token) {
    this.token = token;
    remember(token);
    clearInterval(this.timer);
    this.timer = setInterval(() => { if (document.visibilityState === "visible") this.look(); }, ASKS_EVERY);
    document.addEventListener("visibilitychange", () => { if (document.visibilityState === "visible") this.look(); });
    window.addEventListener("online", () => this.look());
    return this.look();
  }

  leave() {
    clearInterval(this.timer);
    this.token = "";
    this.unsent = null;
    remember("");
  }

  send(state) {
    if (!this.token) return;
    this.unsent = state;
    this.look();
  }

  async look() {
    if (!this.token || this.sending) return;
    this.sending = true;
    try {
      if (this.unsent) await this.write();
      else await this.read();
      this.tell("");
    } catch (problem) {
      this.tell(problem.gone ? problem.message : "Gerade ohne Verbindung: Dein Stand geht hinaus, sobald Netz da ist.");
      if (problem.gone) this.leave();
    } finally {
      this.sending = false;
    }
    if (this.unsent && navigator.onLine && this.token) setTimeout(() => this.look(), 200);
  }

  async write() {
    const state = this.unsent;
    const found = await this.ask("", { method: "POST", body: JSON.stringify(state) });
    if (this.unsent === state) this.unsent = null;
    this.version = found.version;
  }

  async read() {
    const found = await this.ask(`?kenne=${this.version}`, {});
    if (!found || this.unsent) return;
    this.version = found.version;
    this.take(found.state);
  }

  async ask(query, options) {
    const answer = await fetch(`${this.address}${this.token}/${query}`, options);
    if (answer.status === 304) return null;
    const found = await answer.json();
    if (answer.status === 404) throw Object.assign(new Error(found.error), { gone: true });
    if (!answer.ok) throw new Error(found.error);
    return found;
  }
}
