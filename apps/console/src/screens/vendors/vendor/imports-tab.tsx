import { Button } from '@mantine/core'
import { Link } from 'wouter'
import { vendorTexts } from '../../../texts/vendors.ts'
import { ErrorAlert } from '../../../ui/error-alert.tsx'
import { JobTable } from '../../../ui/imports/job-table.tsx'
import { useNewestImports } from '../use-vendor-parts.ts'
import type { TabProps } from './vendor-page.tsx'

const texts = vendorTexts.imports

/** The newest imports of the vendor. */
export function ImportsTab({ vendor: { id }, page }: TabProps) {
  const { data, error, isPending, refetch } = useNewestImports(id)
  const all = (
    <Button component={Link} href={`/imports?vendorId=${id}`} variant="default">
      {texts.all}
    </Button>
  )
  return page(
    <>
      {error && <ErrorAlert error={error} onRetry={() => void refetch()} />}
      {!error && <JobTable jobs={data ?? []} isLoading={isPending} withVendor={false} />}
    </>,
    all
  )
}
