/**
 * SQL of an update that sets just the fields that a JSON object `g.given` has, one statement for all choices of
 * fields. `assignments` set columns of `target` from `f`, which is `jsonb_to_record(g.given) as f (<record>)`; a
 * column that is not given keeps its very value, so a long text is not written again. `types` are the SQL types by
 * field; fields and columns differ in case only.
 */
export function givenFields(
  target: string,
  types: Record<string, string>
): { assignments: string; record: string } {
  const assignments = Object.keys(types).map((field) => {
    const column = columnOf(field)
    return `${column} = case when g.given ? '${field}' then f."${field}" else ${target}.${column} end`
  })
  const record = Object.entries(types).map(([field, type]) => `"${field}" ${type}`)
  return { assignments: assignments.join(', '), record: record.join(', ') }
}

function columnOf(field: string): string {
  return field.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
}
