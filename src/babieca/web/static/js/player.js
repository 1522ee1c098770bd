/** A player for anything that has steps: play, pause, step, speed, scrub. */

import { button, field, h, signButton } from "./dom.js";
import { still } from "./motion.js";
import { figure, t } from "./i18n.js";

const SLOWEST = 0.5;
const FASTEST = 2000;

export class Player {
  at = 0;
  length = 0;
  playing = false;
  due = 0;
  speed = SLOWEST;
  last = 0;
  count = h("output.count");

  /** @param {(at: number) => void} show shows a step @param {number} speed steps per second */
  constructor(show, speed) {
    this.show = show;
    const toggled = () => (this.playing ? this.pause() : this.play());
    this.toggle = button(t("play"), toggled, "primary play");
    const scrub = { "aria-label": t("scrub"), oninput: () => this.go(Number(this.range.value)) };
    this.range = h("input.scrub", { type: "range", min: 0, max: 0, value: 0, ...scrub });
    this.slider = h("input", { type: "range", min: 0, max: 100 });
    this.slider.addEventListener("input", () => {
      this.speed = SLOWEST * (FASTEST / SLOWEST) ** (Number(this.slider.value) / 100);
    });
    this.pace(speed);
    this.element = h(
      "div.player",
      { role: "group", "aria-label": t("playback") },
      h(
        "div.buttons",
        signButton("|◀", t("first"), () => this.go(0)),
        signButton("◀", t("back"), () => this.go(this.at - 1)),
        this.toggle,
        signButton("▶", t("forward"), () => this.go(this.at + 1)),
        signButton("▶|", t("last"), () => this.go(this.length)),
      ),
      this.range,
      this.count,
      field(t("speed"), this.slider, "speed"),
    );
  }

  /** @param {number} speed steps per second */
  pace(speed) {
    this.speed = Math.max(SLOWEST, speed);
    const share = Math.log(this.speed / SLOWEST) / Math.log(FASTEST / SLOWEST);
    this.slider.value = String(Math.round(100 * share));
  }

  /** @param {number} length the last step @param {number} [at] */
  set(length, at = length) {
    this.pause();
    this.length = length;
    this.range.max = String(length);
    this.go(at);
  }

  /** @param {number} at */
  go(at) {
    this.pause();
    this.step(at);
  }

  /** @param {number} at */
  step(at) {
    this.at = Math.min(this.length, Math.max(0, at));
    this.range.value = String(this.at);
    this.count.textContent = `${figure(this.at)} / ${figure(this.length)}`;
    this.show(this.at);
  }

  play() {
    if (this.at >= this.length) this.step(0);
    this.playing = true;
    this.toggle.textContent = t("pause");
    this.last = performance.now();
    this.due = 0;
    requestAnimationFrame((now) => this.tick(now));
  }

  pause() {
    this.playing = false;
    this.toggle.textContent = t("play");
  }

  /** Play; show the end at once to visitors who want no motion. */
  begin() {
    if (still()) this.go(this.length);
    else this.play();
  }

  /** @param {number} now */
  tick(now) {
    if (!this.playing || !this.element.isConnected) return;
    this.due += ((now - this.last) * this.speed) / 1000;
    this.last = now;
    const steps = Math.floor(this.due);
    if (steps > 0) {
      this.due -= steps;
      this.step(this.at + steps);
    }
    if (this.at >= this.length) this.pause();
    else requestAnimationFrame((next) => this.tick(next));
  }
}
