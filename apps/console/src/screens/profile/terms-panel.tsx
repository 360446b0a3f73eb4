import { Text } from '@mantine/core'
import type { VendorProfile } from '@purveyor/client'
import { profileTexts } from '../../texts/profile.ts'
import { Details } from '../../ui/details.tsx'
import { formatDateTime, formatPercent } from '../../ui/format.ts'
import { Section } from '../../ui/section.tsx'

/** What only the operator can change. */
export function TermsPanel({ profile }: { profile: VendorProfile }) {
  return (
    <Section title={profileTexts.terms} hint={profileTexts.termsHint}>
      <Details
        rows={[
          [
            profileTexts.commission,
            <>
              {formatPercent(profile.commissionPercent / 100)}
              <Text c="dimmed" fz="sm">
                {profileTexts.commissionHint}
              </Text>
            </>
          ],
          [profileTexts.currency, profile.currency],
          [profileTexts.changedOn, formatDateTime(profile.updatedAt)]
        ]}
      />
    </Section>
  )
}
