import { Alert } from '@mantine/core'
import { NotFound } from '@purveyor/client'
import { t } from '../texts/texts.ts'
import { ErrorAlert } from './error-alert.tsx'

/** Shows why a change of something that exists was not saved. It may have been deleted while it was edited. */
export function SaveError({ error }: { error: unknown }) {
  if (!(error instanceof NotFound)) return <ErrorAlert error={error} />
  return (
    <Alert role="alert" color="amber" title={t.errors.deleted}>
      {t.errors.deletedDetail}
    </Alert>
  )
}
