import { Button, Group, List, Text } from '@mantine/core'
import type { Vendor } from '@purveyor/client'
import { useSignedIn } from '../../../session/session-context.tsx'
import { vendorTexts } from '../../../texts/vendors.ts'
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx'
import { Section } from '../../../ui/section.tsx'
import { useAddressState } from '../../../ui/use-address-state.ts'
import { useChangeVendor } from './use-change-vendor.ts'

const texts = vendorTexts.terms

/** Says whether the vendor is active. A change of it shows first what it means. */
export function ActiveSection({ vendor }: { vendor: Vendor }) {
  const { canWrite } = useSignedIn()
  const [params, change] = useAddressState()
  const { isActive } = vendor
  return (
    <Section title={texts.activeTitle}>
      <Group justify="space-between" gap="md">
        <Text flex="1 1 260px">{isActive ? texts.isActive : texts.isInactive}</Text>
        {canWrite && (
          <Button
            variant="default"
            {...(isActive && { c: 'red' })}
            onClick={() => change({ state: 'change' }, { push: true })}
          >
            {isActive ? texts.deactivate : texts.activate}
          </Button>
        )}
      </Group>
      {canWrite && params.has('state') && (
        <ActiveDialog vendor={vendor} onClose={() => change({ state: null })} />
      )}
    </Section>
  )
}

/** Activates or deactivates the vendor, after the person has seen what that means. */
function ActiveDialog({ vendor, onClose }: { vendor: Vendor; onClose: () => void }) {
  const { name, isActive } = vendor
  const toggle = useChangeVendor<void>(vendor, () => ({ isActive: !isActive }), {
    message: isActive ? texts.deactivated : texts.activated,
    onSaved: onClose
  })
  return (
    <ConfirmDialog
      opened
      onClose={onClose}
      title={isActive ? texts.deactivateTitle(name) : texts.activateTitle(name)}
      submitText={isActive ? texts.deactivate : texts.activate}
      onSubmit={() => toggle.mutate()}
      isSending={toggle.isPending}
      isDangerous={isActive}
      error={toggle.error}
    >
      <List spacing={6}>
        {(isActive ? texts.deactivateEffects : texts.activateEffects).map((effect) => (
          <List.Item key={effect}>{effect}</List.Item>
        ))}
      </List>
    </ConfirmDialog>
  )
}
