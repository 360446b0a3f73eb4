import {
  Alert,
  Button,
  Group,
  Select,
  SimpleGrid,
  Stack,
  TextInput,
  type TextInputProps
} from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { Conflict, type VendorTrust } from '@purveyor/client'
import { type ReactNode, type SubmitEvent, useState } from 'react'
import { Link, useLocation } from 'wouter'
import { useSignedIn } from '../../../session/session-context.tsx'
import { teamTexts } from '../../../texts/team.ts'
import { t } from '../../../texts/texts.ts'
import { vendorTexts } from '../../../texts/vendors.ts'
import { BackLink } from '../../../ui/back-link.tsx'
import { draftKey } from '../../../ui/drafts.ts'
import { ErrorAlert } from '../../../ui/error-alert.tsx'
import { Page } from '../../../ui/page.tsx'
import { RestoredNote } from '../../../ui/restored-note.tsx'
import { Section } from '../../../ui/section.tsx'
import { LinkDialog, type ShownLink } from '../../../ui/team/link-dialog.tsx'
import { invitationLink } from '../../../ui/team/links.ts'
import { useDraft } from '../../../ui/use-draft.ts'
import { useFormFaults } from '../../../ui/use-form-faults.ts'
import { useSettings } from '../../../ui/use-settings.ts'
import { useUnloadWarning } from '../../../ui/use-unload-warning.ts'
import { type Created, useCreateVendor } from './use-create-vendor.ts'
import { emptyValues, type VendorValues } from './vendor-values.ts'

const texts = vendorTexts.create
const trusts = Object.entries(vendorTexts.trusts).map(([value, label]) => ({ value, label }))
const companyPointers = new Set(['/name', '/email', '/phone', '/website', '/commissionPercent', '/trust'])
const ownerPointers = new Set(['/name', '/email'])

/** Creates a vendor, and ends in the invitation of its first owner. What was typed stays until it is sent or discarded. */
export function NewVendorPage() {
  const { me, canManage } = useSignedIn()
  const [, navigate] = useLocation()
  const draft = useDraft<VendorValues>(draftKey(me, 'vendor', 'new'), emptyValues)
  const [shown, setShown] = useState<{ id: string; link: ShownLink }>()
  const [isTried, setTried] = useState(false)
  const create = useCreateVendor(onCreated)
  const { vendor } = create
  const { values, change } = draft
  useUnloadWarning(draft.isChanged && !shown)
  const isTaken = create.error instanceof Conflict && create.error.code === 'EMAIL_TAKEN'
  const pointers = vendor ? ownerPointers : companyPointers
  const faults = useFormFaults(isTaken ? null : create.error, (pointer) => pointers.has(pointer))
  /** The fault of the service, or what is missing. The fields of the owner have the same pointers as those of the vendor. */
  const errorOf = (field: NeededField, pointer: string) =>
    (vendor === undefined) === (field === 'name') && faults.at(pointer)
      ? faults.at(pointer)
      : isTried && !shown && ownFault(field, values)

  function onCreated({ vendor: { id, name }, member }: Created) {
    draft.reset()
    if (!member) {
      notifications.show({ message: texts.created(name), color: 'green' })
      navigate(`/vendors/${id}`)
      return
    }
    const { token, ...invitation } = member.invitation
    const link = {
      title: teamTexts.linkTitle(member.name),
      url: invitationLink('vendor', token),
      ...invitation
    }
    setShown({ id, link })
  }
  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    setTried(true)
    // Nothing is created before the invitation can be. The service checks the other fields.
    const faulty =
      canManage && (['ownerName', 'ownerEmail'] as const).find((field) => ownFault(field, values))
    if (faulty) faults.form.current?.querySelector<HTMLElement>(`[name="${faulty}"]`)?.focus()
    else create.mutate(values)
  }
  const input = (field: Exclude<keyof VendorValues, 'trust'>): TextInputProps => ({
    name: field,
    value: values[field],
    autoComplete: 'off',
    onChange: (event) => change({ [field]: event.currentTarget.value })
  })
  const isFixed = vendor !== undefined
  return (
    <Page title={texts.title} intro={<BackLink href="/vendors">{vendorTexts.back}</BackLink>}>
      <form ref={faults.form} onSubmit={submit} noValidate aria-label={texts.title}>
        <Stack gap="lg">
          {draft.isRestored && draft.isChanged && <RestoredNote onDiscard={() => draft.reset()} />}
          {vendor && !shown && (
            <Alert color="amber" role="alert">
              {texts.inviteFailed(vendor.name)}
            </Alert>
          )}
          {faults.other !== undefined && <ErrorAlert error={faults.other} />}
          {!isFixed && (
            <>
              <Section title={texts.company}>
                <Fields>
                  <TextInput
                    {...input('name')}
                    label={texts.name}
                    error={errorOf('name', '/name')}
                    required
                    data-autofocus
                  />
                  <TextInput
                    {...input('email')}
                    label={texts.email}
                    type="email"
                    error={faults.at('/email')}
                  />
                  <TextInput {...input('phone')} label={texts.phone} error={faults.at('/phone')} />
                  <TextInput
                    {...input('website')}
                    label={texts.website}
                    description={texts.websiteHint}
                    error={faults.at('/website')}
                  />
                </Fields>
              </Section>
              <Section title={texts.terms}>
                <Fields>
                  <Commission {...input('commissionPercent')} error={faults.at('/commissionPercent')} />
                  <Select
                    label={vendorTexts.trust}
                    description={vendorTexts.trustHint}
                    data={trusts}
                    value={values.trust}
                    onChange={(value) => value && change({ trust: value as VendorTrust })}
                    allowDeselect={false}
                    error={faults.at('/trust')}
                  />
                </Fields>
              </Section>
            </>
          )}
          <Section title={texts.owner} hint={canManage ? texts.ownerHint : texts.noInvitation}>
            {canManage && (
              <Fields>
                <TextInput
                  {...input('ownerName')}
                  label={texts.ownerName}
                  error={errorOf('ownerName', '/name')}
                  required
                />
                <TextInput
                  {...input('ownerEmail')}
                  label={texts.ownerEmail}
                  type="email"
                  error={isTaken ? teamTexts.emailTaken : errorOf('ownerEmail', '/email')}
                  required
                />
              </Fields>
            )}
          </Section>
          <Group justify="flex-end" gap="xs">
            <Button variant="default" component={Link} href={vendor ? `/vendors/${vendor.id}` : '/vendors'}>
              {vendor ? texts.later : t.actions.cancel}
            </Button>
            <Button type="submit" loading={create.isPending}>
              {vendor ? texts.inviteSubmit : canManage ? texts.submit : texts.submitOnly}
            </Button>
          </Group>
        </Stack>
      </form>
      {shown && <LinkDialog link={shown.link} onClose={() => navigate(`/vendors/${shown.id}`)} />}
    </Page>
  )
}

type NeededField = 'name' | 'ownerName' | 'ownerEmail'

/** Returns what is wrong with a field that is needed, as far as the page knows. */
function ownFault(field: NeededField, values: VendorValues): string | undefined {
  const text = values[field].trim()
  if (text === '') return texts.required
  return field === 'ownerEmail' && !/^\S+@\S+$/.test(text) ? texts.noAddress : undefined
}

function Fields({ children }: { children: ReactNode }) {
  return (
    <SimpleGrid cols={{ base: 1, xs: 2 }} verticalSpacing="md">
      {children}
    </SimpleGrid>
  )
}

/** The commission, with the one of the settings that applies if it is empty. */
function Commission(props: TextInputProps) {
  const { data: settings } = useSettings()
  const percent = settings?.defaultCommissionPercent
  const hasDefault = percent !== null && percent !== undefined
  return (
    <TextInput
      {...props}
      label={texts.commission}
      description={hasDefault ? texts.commissionDefault(percent) : texts.commissionHint}
      inputMode="decimal"
      required={settings !== undefined && !hasDefault}
    />
  )
}
