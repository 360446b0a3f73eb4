import { Anchor, Text } from '@mantine/core'
import type { Shipment } from '@purveyor/client'
import { IconExternalLink } from '@tabler/icons-react'
import { shipmentsTexts } from '../../texts/orders.ts'

type Props = {
  shipment: Pick<Shipment, 'trackingNumber' | 'trackingUrl'>
  /** True if the link is in a line of other text, so that its colour alone doesn't distinguish it. */
  isInText?: boolean
}

/** The tracking number of a shipment, which opens the page of the carrier if there is one. */
export function TrackingLink({ shipment, isInText = false }: Props) {
  const { trackingNumber, trackingUrl } = shipment
  if (!trackingUrl || !/^https?:/i.test(trackingUrl))
    return (
      <Text span inherit>
        {trackingNumber}
      </Text>
    )
  return (
    <Anchor
      href={trackingUrl}
      inherit
      underline={isInText ? 'always' : 'hover'}
      target="_blank"
      rel="noreferrer"
      aria-label={shipmentsTexts.track(trackingNumber)}
      style={{ overflowWrap: 'anywhere', position: 'relative', zIndex: 1 }}
    >
      {trackingNumber}
      <IconExternalLink size={13} aria-hidden style={{ verticalAlign: -1, marginInlineStart: 4 }} />
    </Anchor>
  )
}
