import { Text } from '@mantine/core'
import type { VendorProfile } from '@purveyor/client'
import { t } from '../../texts/texts.ts'
import { Details } from '../../ui/details.tsx'
import { formatDateTime, formatPercent } from '../../ui/format.ts'
import { Section } from '../../ui/section.tsx'

/** What only the operator can change. */
export function TermsPanel({ profile }: { profile: VendorProfile }) {
  return (
    <Section title={t.profile.terms} hint={t.profile.termsHint}>
      <Details
        rows={[
          [
            t.profile.commission,
            <>
              {formatPercent(profile.commissionPercent / 100)}
              <Text c="dimmed" fz="sm">
                {t.profile.commissionHint}
              </Text>
            </>
          ],
          [t.profile.currency, profile.currency],
          [t.profile.changedOn, formatDateTime(profile.updatedAt)]
        ]}
      />
    </Section>
  )
}
