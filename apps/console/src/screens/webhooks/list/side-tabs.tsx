import { useSignedIn } from '../../../session/session-context.tsx'
import { webhookTexts as texts } from '../../../texts/webhooks.ts'
import { StateTabs } from '../../../ui/state-tabs.tsx'
import classes from './list.module.css'

/** For the operator: leads from its own webhooks to those of the vendors, and back. */
export function SideTabs({ active }: { active: 'own' | 'vendors' }) {
  const { side } = useSignedIn()
  if (side !== 'platform') return null
  return (
    <div className={classes.tabs}>
      <StateTabs
        label={texts.tabs.label}
        tabs={[
          { value: undefined, label: texts.tabs.own, count: null },
          { value: 'vendors', label: texts.tabs.vendors, count: null }
        ]}
        active={active === 'own' ? undefined : active}
        hrefOf={(value) => (value ? `/webhooks/${value}` : '/webhooks')}
      />
    </div>
  )
}
