// Loaded into the process of each test file. Ends the process if it is still running after 15 minutes, for
// example because a test that has timed out goes on in a loop. Without this, the whole run would never end.
setTimeout(() => {
  process.stderr.write('✖ This test file has been running for 15 minutes and is ended.\n')
  process.exit(1)
}, 15 * 60_000).unref()
