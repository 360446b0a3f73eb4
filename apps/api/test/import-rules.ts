import type { TestApp } from './app.ts'

/** Returns the states of the products of a job's items, in the order of the items, in the form of `stateByRules`. */
export async function statesOfImport({ sql }: TestApp, jobId: string): Promise<string[]> {
  const rows = await sql<{ state: string }[]>`
    select p.status || coalesce(' by ' || s.rule_name, '') || coalesce(', a sample of ' || a.name, '') as state
    from import_results r join products p on p.id = r.product_id
      left join moderation_snapshots s on s.product_id = p.id left join approval_rules a on a.id = p.sampled_by
    where r.job_id = ${jobId} order by r.index`
  return rows.map(({ state }) => state)
}
