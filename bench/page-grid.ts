import type { Page } from 'playwright-core'
import { recordFrames } from './page-scripts.ts'

const rowHeight = 36
/** The pixels of one turn of the wheel. */
const turn = 2400

/**
 * Presses a key in the grid in bursts. Returns the milliseconds from each press to the next paint. The browser reports
 * none below 16 ms; they count as 8 ms.
 */
export async function pressInGrid(
  page: Page,
  key: string,
  { bursts, burst }: { bursts: number; burst: number }
): Promise<number[]> {
  await page.locator('[role=grid] [data-row="0"] > [data-column="3"]').click()
  const delays: number[] = []
  for (let done = 0; done < bursts; done++) {
    await page.evaluate('bench.delays = []; undefined')
    for (let count = 0; count < burst; count++) await page.keyboard.press(key)
    // The browser reports an event after its paint.
    await page.evaluate('new Promise((resolve) => setTimeout(resolve, 500))')
    const reported = (await page.evaluate('bench.delays')) as number[]
    delays.push(...Array.from({ length: burst }, (_, index) => reported[index] ?? 8))
  }
  return delays
}

/** Turns the wheel over the grid. Returns the durations of all frames, and the number of rows that passed. */
export async function turnWheel(page: Page, turns: number): Promise<{ frames: number[]; rows: number }> {
  const grid = page.locator('[role=grid]')
  await grid.press('Control+Home')
  await grid.hover()
  await page.evaluate(recordFrames)
  for (let count = 0; count < turns; count++) {
    await page.mouse.wheel(0, turn)
    await page.evaluate('new Promise(requestAnimationFrame)')
  }
  const frames = (await page.evaluate('bench.stopFrames()')) as number[]
  const top = (await page.evaluate("document.querySelector('[role=grid]').scrollTop")) as number
  return { frames, rows: Math.round(top / rowHeight) }
}
