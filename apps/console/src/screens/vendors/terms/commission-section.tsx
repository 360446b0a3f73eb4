import { Button, Group, Text } from '@mantine/core'
import type { Vendor } from '@purveyor/client'
import { useSignedIn } from '../../../session/session-context.tsx'
import { vendorTexts } from '../../../texts/vendors.ts'
import { Details } from '../../../ui/details.tsx'
import { ErrorAlert } from '../../../ui/error-alert.tsx'
import { formatDateTime, formatNumber } from '../../../ui/format.ts'
import { Section } from '../../../ui/section.tsx'
import { useAddressState } from '../../../ui/use-address-state.ts'
import { CommissionDialog } from './commission-dialog.tsx'
import { useChangeVendor } from './use-change-vendor.ts'

const texts = vendorTexts.terms

/** The commission of the vendor now, and the one that is planned. */
export function CommissionSection({ vendor }: { vendor: Vendor }) {
  const { canWrite } = useSignedIn()
  const [params, change] = useAddressState()
  const drop = useChangeVendor<void>(vendor, () => ({ effectiveFrom: null }), { message: texts.nextDropped })
  const { commissionPercent, nextCommission } = vendor
  const percent = (value: number) => vendorTexts.percent(formatNumber(value))
  return (
    <Section title={texts.commissionTitle} hint={texts.commissionText}>
      {drop.error && <ErrorAlert error={drop.error} />}
      <Group justify="space-between" align="flex-end" gap="md">
        <Group gap={48} align="flex-start">
          <Details rows={[[texts.current, <b key="now">{percent(commissionPercent)}</b>]]} />
          {nextCommission && (
            <Details
              rows={[
                [
                  texts.next,
                  <>
                    <b>{percent(nextCommission.commissionPercent)}</b>{' '}
                    <Text span c="dimmed" inherit>
                      {formatDateTime(nextCommission.effectiveFrom)}
                    </Text>
                  </>
                ]
              ]}
            />
          )}
        </Group>
        {canWrite && (
          <Group gap="xs">
            {nextCommission && (
              <Button variant="default" loading={drop.isPending} onClick={() => drop.mutate()}>
                {texts.cancelNext}
              </Button>
            )}
            <Button variant="default" onClick={() => change({ commission: 'change' }, { push: true })}>
              {texts.change}
            </Button>
          </Group>
        )}
      </Group>
      {canWrite && params.has('commission') && (
        <CommissionDialog vendor={vendor} onClose={() => change({ commission: null })} />
      )}
    </Section>
  )
}
