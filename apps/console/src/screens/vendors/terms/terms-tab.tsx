import { Stack } from '@mantine/core'
import type { TabProps } from '../vendor/vendor-page.tsx'
import { ActiveSection } from './active-section.tsx'
import { CommissionSection } from './commission-section.tsx'
import { TermsForm } from './terms-form.tsx'

/** What the operator has agreed with the vendor: the commission, deadlines and trust, and whether it is active. */
export function TermsTab({ vendor, page }: TabProps) {
  return page(
    <Stack gap="lg">
      <CommissionSection vendor={vendor} />
      <TermsForm vendor={vendor} />
      <ActiveSection vendor={vendor} />
    </Stack>
  )
}
