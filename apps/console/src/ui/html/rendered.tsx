import { Skeleton, Text } from '@mantine/core'
import { isHtml } from './is-html.ts'
import { SafeHtml } from './safe-html.tsx'
import { useReadHtml } from './use-read-html.ts'

/** Shows a description as customers see it, without its images. */
export function Rendered({ html, label }: { html: string; label: string }) {
  const read = useReadHtml(html)
  if (!isHtml(html)) return <Text style={{ whiteSpace: 'pre-wrap' }}>{html}</Text>
  return read ? <SafeHtml fragment={read.fragment} label={label} /> : <Skeleton height={120} />
}
