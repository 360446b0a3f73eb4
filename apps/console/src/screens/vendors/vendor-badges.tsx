import { Badge, Text } from '@mantine/core'
import type { VendorTrust } from '@purveyor/client'
import { vendorTexts as texts } from '../../texts/vendors.ts'

const colors: Record<VendorTrust, string | undefined> = {
  NEW: 'amber',
  STANDARD: undefined,
  TRUSTED: 'green'
}

/** How much the operator trusts a vendor. The usual trust is plain text. */
export function TrustText({ trust }: { trust: VendorTrust }) {
  const color = colors[trust]
  if (!color)
    return (
      <Text span inherit c="dimmed">
        {texts.trusts[trust]}
      </Text>
    )
  return (
    <Badge component="span" color={color} miw="max-content">
      {texts.trusts[trust]}
    </Badge>
  )
}

/** How much the operator trusts a vendor, in a place that doesn't say so. */
export function TrustBadge({ trust }: { trust: VendorTrust }) {
  return (
    <Badge component="span" color={colors[trust] ?? 'gray'} miw="max-content">
      {texts.trustOf[trust]}
    </Badge>
  )
}

/** Whether a vendor may sell. */
export function StateBadge({ isActive }: { isActive: boolean }) {
  return (
    <Badge component="span" color={isActive ? 'green' : 'gray'} miw="max-content">
      {texts.states[`${isActive}`]}
    </Badge>
  )
}
