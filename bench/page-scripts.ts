// Scripts that run in the measured page. They are texts, because this project has no types of the DOM.

/**
 * Observes the page from its start. `bench.lcp` is the time of the largest contentful paint, and `bench.usable` resolves
 * with the time of the first frame in which an element for the CSS selector exists. `bench.delays` has the durations of
 * key events, from the key to the next paint. The browser rounds them to 8 ms, and reports none below 16 ms.
 */
export const observe = (usable: string) => `
globalThis.bench = { lcp: 0, delays: [], frames: [] }
new PerformanceObserver((list) => { for (const entry of list.getEntries()) bench.lcp = entry.startTime })
  .observe({ type: 'largest-contentful-paint', buffered: true })
new PerformanceObserver((list) => {
  for (const { name, duration } of list.getEntries()) if (name === 'keydown') bench.delays.push(duration)
}).observe({ type: 'event', durationThreshold: 16, buffered: true })
bench.frameOf = (isThere) => new Promise((resolve, reject) => {
  const look = () => {
    if (performance.now() > 60_000 + start) return reject(new Error('The page did not get ready within a minute.'))
    if (isThere()) return setTimeout(() => resolve(performance.now()))
    requestAnimationFrame(look)
  }
  const start = performance.now()
  requestAnimationFrame(look)
})
bench.usable = bench.frameOf(() => document.querySelector(${JSON.stringify(usable)}))`

/** Records how long each frame takes until `bench.stopFrames()` is called. */
export const recordFrames = `
bench.frames = []
let before = performance.now(), isOn = true
const frame = (now) => { bench.frames.push(now - before); before = now; if (isOn) requestAnimationFrame(frame) }
requestAnimationFrame((now) => { before = now; requestAnimationFrame(frame) })
bench.stopFrames = () => { isOn = false; return bench.frames }
undefined`

/** From the next key on, `bench.next` resolves with the milliseconds until another entry is shown. */
export const recordNextEntry = `
bench.delays = []
bench.next = new Promise((resolve, reject) => addEventListener('keydown', () => {
  const [start, shown] = [performance.now(), document.querySelector('h2')?.textContent]
  const isOther = (text) => text && text !== shown
  bench.frameOf(() => isOther(document.querySelector('h2')?.textContent)).then((at) => resolve(at - start), reject)
}, { once: true, capture: true }))
bench.next.catch(() => {})
undefined`

/** Returns the finished page: its styles and markup, and the scripts that it has loaded. */
export const readFinished = `(() => {
  const styles = [...document.querySelectorAll('style')].map((style) => style.outerHTML)
  const sheets = [...document.querySelectorAll('link[rel=stylesheet]')].map(({ href }) => href)
  const scripts = performance.getEntriesByType('resource').map(({ name }) => name)
    .filter((name) => name.includes('/app/') && name.endsWith('.js'))
  const { attributes } = document.documentElement
  return { styles, sheets, scripts, markup: document.getElementById('root').innerHTML,
    attributes: [...attributes].map(({ name, value }) => name + '="' + value + '"').join(' ') }
})()`
