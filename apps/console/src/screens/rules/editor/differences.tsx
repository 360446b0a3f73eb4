import { Button, Skeleton, Text, Title, UnstyledButton } from '@mantine/core'
import type { ApprovalRulePreviewDifference } from '@purveyor/client'
import { useState } from 'react'
import { rulesTexts } from '../../../texts/rules.ts'
import { t } from '../../../texts/texts.ts'
import { Ago } from '../../../ui/ago.tsx'
import { nameOr } from '../../../ui/name-or.ts'
import { useAddressState } from '../../../ui/use-address-state.ts'
import { useVendorNames } from '../../../ui/use-vendors.ts'
import classes from './editor.module.css'
import { SnapshotDialog } from './snapshot-dialog.tsx'
import { actorOf, nameIn, useSnapshot } from './use-snapshot.ts'

/** The number of entries that are shown at once. */
const pageSize = 8

/** The entries on which people decided otherwise than the rule would have. */
export function Differences({ differences }: { differences: ApprovalRulePreviewDifference[] }) {
  const [count, setCount] = useState(pageSize)
  const [params, change] = useAddressState()
  const shown = differences.slice(0, count)
  const vendors = useVendorNames(shown.map(({ vendorId }) => vendorId))
  const more = Math.min(pageSize, differences.length - shown.length)
  return (
    <div>
      <Title order={3} fz="sm" mb={4}>
        {rulesTexts.preview.differencesTitle}
      </Title>
      <ul className={classes.entries}>
        {shown.map((difference) => (
          <li key={difference.snapshotId}>
            <Difference
              difference={difference}
              vendor={nameOr(vendors.get(difference.vendorId), t.names.vendor)}
              onOpen={() => change({ decision: difference.snapshotId }, { push: true })}
            />
          </li>
        ))}
      </ul>
      {more > 0 && (
        <Button variant="subtle" size="xs" onClick={() => setCount(count + pageSize)}>
          {rulesTexts.preview.more(more)}
        </Button>
      )}
      <SnapshotDialog id={params.get('decision')} onClose={() => change({ decision: null })} />
    </div>
  )
}

type Props = { difference: ApprovalRulePreviewDifference; vendor: string; onOpen: () => void }

function Difference({ difference, vendor, onOpen }: Props) {
  const { data: snapshot } = useSnapshot(difference.snapshotId)
  const { wouldBe, decided, decidedAt } = difference
  if (!snapshot) return <Skeleton height={36} my={12} aria-hidden />
  const name = nameIn(snapshot) ?? rulesTexts.preview.noName
  const who = rulesTexts.preview.decidedBy(actorOf(snapshot.decidedBy), rulesTexts.preview.decided[decided])
  return (
    <UnstyledButton className={classes.entry} onClick={onOpen}>
      <Text fw={600} truncate>
        <bdi>{name}</bdi>
      </Text>
      <Text fz="xs" c="dimmed">
        {vendor} · <Ago time={decidedAt} />
      </Text>
      <Text fz="xs">
        {rulesTexts.preview.wouldBe[wouldBe]}; {who}.
      </Text>
    </UnstyledButton>
  )
}
