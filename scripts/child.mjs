import { spawn } from 'node:child_process'
import { constants } from 'node:os'

const forwarded = ['SIGINT', 'SIGTERM', 'SIGHUP']

// A terminal sends these to every process that it runs, so that the child has them already.
const sentByTerminal = ['SIGINT', 'SIGHUP']

// A supervisor may ask all processes to stop, and npm then passes on what this process has got already.
const repeatMs = 1000

const lookForParentMs = 500

/**
 * Runs a program with the terminal of this one and waits for it, however long its own stop takes.
 * A signal sent to this process is passed on once; a terminal's Ctrl-C reaches the child by itself. When npm, which
 * runs this process, is gone without a word, the child is asked to stop.
 * Resolves to its exit code, 128 and the number of the signal when one ended it; rejects when it cannot start.
 */
export function runChild(command, args, options = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { stdio: 'inherit', windowsHide: true, ...options })
    const sent = new Map()
    const onTerminal = process.stdin.isTTY || process.stdout.isTTY || process.stderr.isTTY
    const forward = (signal) => {
      if (onTerminal && sentByTerminal.includes(signal)) return
      const now = Date.now()
      if (now - (sent.get(signal) ?? 0) > repeatMs) child.kill(signal)
      sent.set(signal, now)
    }
    for (const signal of forwarded) process.on(signal, forward)
    const stopLooking = onOrphaned(() => child.kill('SIGTERM'))
    const settle = () => {
      stopLooking()
      for (const signal of forwarded) process.removeListener(signal, forward)
    }
    child.once('error', (error) => {
      settle()
      reject(error)
    })
    child.once('close', (code, signal) => {
      settle()
      resolve(code ?? 128 + (constants.signals[signal] ?? 0))
    })
  })
}

function onOrphaned(act) {
  if (!process.env.npm_lifecycle_event) return () => {}
  const parent = process.ppid
  const timer = setInterval(() => {
    if (process.ppid === parent) return
    clearInterval(timer)
    act()
  }, lookForParentMs)
  return () => clearInterval(timer)
}
