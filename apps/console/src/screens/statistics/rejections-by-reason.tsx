import { Anchor, Text } from '@mantine/core'
import type { ReasonCount } from '@purveyor/client'
import { Link } from 'wouter'
import { statisticsTexts } from '../../texts/statistics.ts'
import { formatNumber } from '../../ui/format.ts'
import { useReasonTemplates } from '../../ui/use-reason-templates.ts'
import { RejectionList, Share } from './rejection-list.tsx'

/** The most frequent reasons, with the texts of their templates. */
export function RejectionsByReason({ rejections }: { rejections: readonly ReasonCount[] }) {
  const { data: templates } = useReasonTemplates()
  const texts = new Map(templates?.map(({ code, text }) => [code, text]))
  const max = rejections[0]?.count ?? 0
  return (
    <RejectionList
      title={statisticsTexts.byReason}
      rows={rejections}
      keyOf={({ code }) => code ?? ''}
      columns={[
        {
          key: 'reason',
          label: statisticsTexts.reason,
          cell: ({ code }) => (
            <Reason
              code={code}
              text={code === null ? undefined : texts.get(code)}
              isLoaded={templates !== undefined}
            />
          )
        },
        {
          key: 'count',
          label: statisticsTexts.reasonCount,
          isNumber: true,
          cell: ({ count }) => <Share share={count / max}>{formatNumber(count)}</Share>
        }
      ]}
    />
  )
}

type ReasonProps = { code: string | null; text: string | undefined; isLoaded: boolean }

function Reason({ code, text, isLoaded }: ReasonProps) {
  if (code === null)
    return (
      <>
        {statisticsTexts.withoutCode}
        <Text c="dimmed" fz="sm">
          {statisticsTexts.withoutCodeDetail}
        </Text>
      </>
    )
  return (
    <>
      {text === undefined ? (
        <Text ff="monospace">{code}</Text>
      ) : (
        <Anchor component={Link} href={`/reasons?q=${code}`} ff="monospace">
          {code}
        </Anchor>
      )}
      <Text c="dimmed" fz="sm" lineClamp={2}>
        {text ?? (isLoaded ? statisticsTexts.noTemplate : ' ')}
      </Text>
    </>
  )
}
