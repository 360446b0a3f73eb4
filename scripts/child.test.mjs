import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { test } from 'node:test'
import { runChild } from './child.mjs'

test('resolves to the exit code of the child', async () => {
  assert.equal(await runChild(process.execPath, ['-e', 'process.exit(7)']), 7)
})

test('rejects if the program does not exist', async () => {
  await assert.rejects(runChild(join(import.meta.dirname, 'no-such-program'), []), { code: 'ENOENT' })
})

if (process.platform !== 'win32') {
  test('resolves to 128 plus the number of the signal that ended the child', async () => {
    assert.equal(await runChild(process.execPath, ['-e', 'process.kill(process.pid, "SIGKILL")']), 137)
  })

  test('forwards a repeated signal once and waits for the exit code of the child', async () => {
    const child = `
      let stops = 0
      process.on('SIGTERM', () => console.log(++stops))
      process.on('SIGHUP', () => process.exit(10 + stops))
      setInterval(() => {}, 2 ** 30)
      console.log('ready')`
    const parent = `
      import { runChild } from ${JSON.stringify(import.meta.resolve('./child.mjs'))}
      process.exitCode = await runChild(process.execPath, ['-e', ${JSON.stringify(child)}])`
    const stdio = ['ignore', 'pipe', 'pipe']
    const runner = spawn(process.execPath, ['--input-type=module', '-e', parent], { stdio })
    const exit = once(runner, 'exit')
    const seen = []
    for await (const line of createInterface({ input: runner.stdout })) {
      seen.push(line)
      for (const signal of line === 'ready' ? ['SIGTERM', 'SIGTERM'] : ['SIGHUP']) runner.kill(signal)
    }
    assert.deepEqual(seen, ['ready', '1'])
    assert.deepEqual(await exit, [11, null])
  })
}
