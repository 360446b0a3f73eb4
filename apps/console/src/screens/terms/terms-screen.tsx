import { Button } from '@mantine/core'
import { IconPlus, IconTags } from '@tabler/icons-react'
import { Link, useLocation, useRoute } from 'wouter'
import { useSignedIn } from '../../session/session-context.tsx'
import { taxonomyTexts } from '../../texts/taxonomy.ts'
import { BackLink } from '../../ui/back-link.tsx'
import { Empty } from '../../ui/empty.tsx'
import { Page } from '../../ui/page.tsx'
import { useAddressState } from '../../ui/use-address-state.ts'
import { type TermKind, termKinds, valueKind } from './term-kinds.ts'
import { TermList, useTerms } from './term-list.tsx'

const texts = taxonomyTexts

/** The collections, the tags, the facets, or the values of a facet: the address says which. */
export default function TermsScreen() {
  const { purveyor } = useSignedIn()
  const [location] = useLocation()
  const [, facet] = useRoute('/facets/:id')
  if (facet) return <FacetPage key={facet.id} id={facet.id} />
  const name = location.split('/')[1] as 'collections' | 'tags' | 'facets'
  const kind = termKinds(purveyor.platform)[name]
  return (
    <Page key={name} title={kind.texts.title} intro={kind.texts.intro} actions={<Create kind={kind} />}>
      <TermList kind={kind} />
    </Page>
  )
}

/** A facet with its values. */
function FacetPage({ id }: { id: string }) {
  const { purveyor } = useSignedIn()
  const { data } = useTerms(termKinds(purveyor.platform).facets)
  const kind = valueKind(purveyor.platform, id)
  const facet = data?.find((one) => one.id === id)
  const back = <BackLink href="/facets">{texts.allFacets}</BackLink>
  if (data && !facet)
    return (
      <Page title={texts.kinds.facets.title} intro={back}>
        <Empty icon={IconTags} title={texts.facetGone} text={texts.goneText}>
          <Button component={Link} href="/facets" variant="default">
            {texts.allFacets}
          </Button>
        </Empty>
      </Page>
    )
  return (
    <Page title={facet?.name ?? '…'} intro={back} actions={<Create kind={kind} />}>
      <TermList kind={kind} isSortable />
    </Page>
  )
}

function Create({ kind }: { kind: TermKind }) {
  const { canWrite } = useSignedIn()
  const [, change] = useAddressState()
  if (!canWrite) return null
  return (
    <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={() => change({ new: 'yes' })}>
      {kind.texts.create}
    </Button>
  )
}
