-- A script for wrk that sends requests at a fixed rate without waiting for responses, as long as a connection
-- is free. Arguments: a file with one path per line, the Authorization header, and the requests per second
-- (0 sends the next request of each connection immediately after its response). Prints the result as JSON.
local ffi = require('ffi')
ffi.cdef [[
  typedef struct { long seconds; long nanoseconds; } time_spec;
  int clock_gettime(int clock, time_spec *time);
]]
local monotonic, time = 1, ffi.new('time_spec')

local function now_ms()
  ffi.C.clock_gettime(monotonic, time)
  return tonumber(time.seconds) * 1000 + tonumber(time.nanoseconds) / 1e6
end

local requests, sent, due, pause_ms = {}, 0, 0, 0

function init(args)
  for path in io.lines(args[1]) do
    requests[#requests + 1] = wrk.format('GET', path, { Authorization = args[2], Host = wrk.headers.Host })
  end
  local rate = tonumber(args[3])
  if rate > 0 then pause_ms = 1000 / rate else delay = nil end
end

function request()
  sent = sent + 1
  return requests[sent % #requests + 1]
end

-- Returns the time until the next request of this connection is due, in milliseconds.
function delay()
  local now = now_ms()
  due = math.max(due, now) + pause_ms
  return math.floor(due - now)
end

function done(summary, latency)
  local errors = summary.errors
  print(string.format('{"requests":%d,"refused":%d,"broken":%d,"seconds":%.3f,"p50":%.2f,"p99":%.2f}',
    summary.requests, errors.status, errors.connect + errors.read + errors.write + errors.timeout,
    summary.duration / 1e6, latency:percentile(50) / 1000, latency:percentile(99) / 1000))
end
