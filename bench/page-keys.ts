import type { Page } from 'playwright-core'
import { recordFrames, recordNextEntry } from './page-scripts.ts'

const rowHeight = 84
const rowsPerStep = 12

/** Milliseconds of each repetition. `delays` end with the next paint, `shown` with the frame of the next entry. */
export type KeyDelays = { delays: number[]; shown: number[] }

/** Presses a key that leads to the next entry, and waits until that is shown, for a number of times. */
export async function pressKeys(page: Page, key: string, times: number): Promise<KeyDelays> {
  const measured: KeyDelays = { delays: [], shown: [] }
  for (let time = 0; time < times; time++) {
    await page.evaluate(recordNextEntry)
    await page.keyboard.press(key)
    measured.shown.push((await page.evaluate('bench.next')) as number)
    // The browser reports an event after its paint.
    await page.evaluate('new Promise((resolve) => setTimeout(resolve, 250))')
    const [delay = 8] = (await page.evaluate('bench.delays')) as number[]
    measured.delays.push(delay)
  }
  return measured
}

/** Scrolls the list until it has passed a number of entries. Returns the durations of all frames. */
export async function scrollList(page: Page, entries: number): Promise<number[]> {
  const list = 'section:has(> ul)'
  await page.locator(list).first().hover()
  await page.evaluate(recordFrames)
  const top = () => page.evaluate(`document.querySelector('${list}').scrollTop`) as Promise<number>
  for (let step = 0; step * rowsPerStep < entries * 3; step++) {
    await page.mouse.wheel(0, rowsPerStep * rowHeight)
    await page.evaluate('new Promise(requestAnimationFrame)')
    if ((await top()) >= (entries - 20) * rowHeight) break
  }
  return (await page.evaluate('bench.stopFrames()')) as number[]
}
