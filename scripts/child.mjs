import { spawn } from 'node:child_process'
import { constants } from 'node:os'

const forwarded = ['SIGINT', 'SIGTERM', 'SIGHUP']

// A terminal sends these signals to all its processes, so the child receives them without forwarding.
const sentByTerminal = ['SIGINT', 'SIGHUP']

// If a supervisor signals all processes, npm forwards the same signal to this process a second time.
const repeatedSignalMs = 1000

const parentPollMs = 500

/**
 * Runs a program in the same terminal and waits until it ends, with no time limit. Forwards each signal to
 * the program once, except signals that the program gets from the terminal anyway. If npm, the parent of this
 * process, is killed, sends SIGTERM to the program. Resolves to the program's exit code, or to 128 plus the
 * signal's number if a signal ended the program. Rejects if the program can't be started.
 */
export function runChild(command, args, options = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { stdio: 'inherit', windowsHide: true, ...options })
    const sent = new Map()
    const onTerminal = process.stdin.isTTY || process.stdout.isTTY || process.stderr.isTTY
    const forward = (signal) => {
      if (onTerminal && sentByTerminal.includes(signal)) return
      const now = Date.now()
      if (now - (sent.get(signal) ?? 0) > repeatedSignalMs) child.kill(signal)
      sent.set(signal, now)
    }
    for (const signal of forwarded) process.on(signal, forward)
    const stopWatching = onOrphaned(() => child.kill('SIGTERM'))
    const settle = () => {
      stopWatching()
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

/**
 * Calls `act` once if npm started this process and has ended since. Returns a function that stops watching.
 */
function onOrphaned(act) {
  if (!process.env.npm_lifecycle_event) return () => {}
  const parent = process.ppid
  const timer = setInterval(() => {
    if (process.ppid === parent) return
    clearInterval(timer)
    act()
  }, parentPollMs)
  return () => clearInterval(timer)
}
