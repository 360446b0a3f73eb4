import { Anchor, Text } from '@mantine/core'
import type { Shipment } from '@purveyor/client'
import { IconExternalLink } from '@tabler/icons-react'
import { t } from '../../texts/texts.ts'

/** The tracking number of a shipment, which opens the page of the carrier if there is one. */
export function TrackingLink({ shipment }: { shipment: Pick<Shipment, 'trackingNumber' | 'trackingUrl'> }) {
  const { trackingNumber, trackingUrl } = shipment
  if (!trackingUrl)
    return (
      <Text span inherit>
        {trackingNumber}
      </Text>
    )
  return (
    <Anchor
      href={trackingUrl}
      inherit
      target="_blank"
      rel="noreferrer"
      aria-label={t.shipments.track(trackingNumber)}
      style={{ overflowWrap: 'anywhere', position: 'relative', zIndex: 1 }}
    >
      {trackingNumber} <IconExternalLink size={13} aria-hidden style={{ verticalAlign: -1 }} />
    </Anchor>
  )
}
