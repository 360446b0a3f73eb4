import { Select, SimpleGrid, TextInput } from '@mantine/core'
import type { Vendor, VendorTrust } from '@purveyor/client'
import { useSignedIn } from '../../../session/session-context.tsx'
import { vendorTexts } from '../../../texts/vendors.ts'
import { Form } from '../../../ui/form.tsx'
import { formatNumber } from '../../../ui/format.ts'
import { Section } from '../../../ui/section.tsx'
import { useForm } from '../../../ui/use-form.ts'
import { useSettings } from '../../../ui/use-settings.ts'
import { useTakeOver } from '../use-vendor-parts.ts'
import { patchOf, valuesOf } from './terms-values.ts'

const texts = vendorTexts.terms
const numbers = ['acknowledgeHours', 'shipDays', 'leadTime'] as const
const pointers = new Set(['/trust', ...numbers.map((name) => `/${name}`)])
const names = { ...texts, trust: vendorTexts.trust }
const trusts = Object.entries(vendorTexts.trusts).map(([value, label]) => ({ value, label }))
const order = ['label', 'input', 'description', 'error'] as ('label' | 'input' | 'description' | 'error')[]

/** The deadlines of the vendor and how much it is trusted. Only what was changed is sent. Viewers can read it. */
export function TermsForm({ vendor }: { vendor: Vendor }) {
  const { purveyor, canWrite } = useSignedIn()
  const { data: settings } = useSettings()
  const takeOver = useTakeOver()
  const form = useForm({
    kind: 'vendor-terms',
    id: vendor.id,
    initial: valuesOf(vendor),
    isField: (pointer) => pointers.has(pointer),
    send: (values, base) =>
      purveyor.platform.vendors.update(vendor.id, patchOf(values, base), { ifMatch: vendor }),
    valuesOf,
    message: () => texts.saved,
    onSaved: takeOver,
    queryKey: ['vendors', 'one', vendor.id]
  })
  const hints = {
    acknowledgeHours: texts.deadlineHint(textOf(settings?.acknowledgeHours)),
    shipDays: texts.deadlineHint(textOf(settings?.shipDays)),
    leadTime: texts.leadTimeHint
  }
  return (
    <Form label={texts.formTitle} form={form} nameOf={(name) => names[name]} isReadOnly={!canWrite}>
      <Section title={texts.formTitle}>
        <SimpleGrid cols={{ base: 1, xs: 2 }} verticalSpacing="lg">
          {numbers.map((name) => (
            <TextInput
              key={name}
              label={texts[name]}
              description={hints[name]}
              inputWrapperOrder={order}
              value={form.values[name]}
              onChange={(event) => form.change({ [name]: event.currentTarget.value })}
              error={form.faults.at(`/${name}`)}
              readOnly={!canWrite}
              inputMode="numeric"
              autoComplete="off"
            />
          ))}
          <Select
            label={vendorTexts.trust}
            description={vendorTexts.trustHint}
            inputWrapperOrder={order}
            data={trusts}
            value={form.values.trust}
            onChange={(value) => value && form.change({ trust: value as VendorTrust })}
            allowDeselect={false}
            readOnly={!canWrite}
            error={form.faults.at('/trust')}
          />
        </SimpleGrid>
      </Section>
    </Form>
  )
}

function textOf(value: number | null | undefined): string {
  return value === null || value === undefined ? texts.noDeadline : formatNumber(value)
}
