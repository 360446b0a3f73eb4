/** A query of a panel or an alert, with the title of the panel or the name of the alert. */
export type Query = { title: string; expression: string }

/** A metric in a query, its labels, and the values that it compares labels with. */
export type Selector = { name: string; labels: string[]; values: Record<string, string[]> }

/** The metrics of HAProxy that queries may use, with their labels. */
export const haproxyMetrics = new Map([
  ['haproxy_frontend_http_responses_total', ['proxy', 'code']],
  ['haproxy_backend_current_queue', ['proxy']],
  ['haproxy_backend_queue_time_average_seconds', ['proxy']],
  ['haproxy_backend_active_servers', ['proxy']]
])

type Panel = { title: string; targets?: { expr: string }[]; panels?: Panel[] }

/** Returns the queries of a Grafana dashboard, including that of its annotations. */
export function queriesOfDashboard(dashboard: {
  panels: Panel[]
  annotations: { list: { name: string; expr?: string }[] }
}): Query[] {
  const ofPanel = ({ title, targets = [], panels = [] }: Panel): Query[] => [
    ...targets.map(({ expr }) => ({ title, expression: expr })),
    ...panels.flatMap(ofPanel)
  ]
  const annotations = dashboard.annotations.list.flatMap(({ name, expr }) =>
    expr ? [{ title: name, expression: expr }] : []
  )
  return [...dashboard.panels.flatMap(ofPanel), ...annotations]
}

/** Returns the queries of a file of alerts, in which each expression is one quoted line. */
export function queriesOfAlerts(text: string): Query[] {
  const names = text.match(/- alert:/g)?.length ?? 0
  const found = [...text.matchAll(/- alert: (\w+)\n\s+expr: '(.*)'$/gm)].map(
    ([, title = '', quoted = '']) => ({
      title,
      expression: quoted.replaceAll("''", "'")
    })
  )
  if (found.length !== names)
    throw new Error('Each alert must have its expression in quotes on the next line.')
  return found
}

const functions = new Set(
  (
    'sum min max avg count topk bottomk rate increase irate changes histogram_quantile absent time vector by ' +
    'without on and or unless bool min_over_time max_over_time avg_over_time offset inf nan'
  ).split(' ')
)

/** Returns the metrics of an expression. The labels of `by (…)` are added to every metric. */
export function selectorsOf(expression: string): Selector[] {
  const grouped = [...expression.matchAll(/\b(?:by|without)\s*\(([^)]*)\)/g)].flatMap(([, list = '']) =>
    list.split(',').map((label) => label.trim())
  )
  const rest = expression.replace(/\b(?:by|without)\s*\([^)]*\)/g, ' ').replace(/\[[^\]]*\]/g, ' ')
  const found: Selector[] = []
  for (const [, name = '', matchers = ''] of rest.matchAll(/([a-z_:][\w:]*)(?:\s*\{([^}]*)\})?|"[^"]*"/gi)) {
    if (name === '' || functions.has(name.toLowerCase())) continue
    const pairs = [...matchers.matchAll(/(\w+)\s*(?:=~|!~|!=|=)\s*"([^"]*)"/g)]
    const values = Object.fromEntries(pairs.map(([, label = '', value = '']) => [label, value.split('|')]))
    const labels = [...Object.keys(values), ...grouped.filter((label) => label !== 'le')]
    found.push({ name, labels, values })
  }
  return found
}
