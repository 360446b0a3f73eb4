import { Route, Switch } from 'wouter'
import { useSignedIn } from '../../session/session-context.tsx'
import { EditPage, NewPage } from './form/form-page.tsx'
import { ListPage } from './list/list-page.tsx'
import { VendorListPage } from './list/vendor-list-page.tsx'
import { WebhookPage } from './webhook/webhook-page.tsx'

/** The webhooks: their list, one of them and, for the operator, those of the vendors. */
export default function WebhooksScreen() {
  const { side } = useSignedIn()
  return (
    <Switch>
      <Route path="/webhooks">
        <ListPage />
      </Route>
      <Route path="/webhooks/new">
        <NewPage />
      </Route>
      {side === 'platform' && (
        <Route path="/webhooks/vendors">
          <VendorListPage />
        </Route>
      )}
      <Route path="/webhooks/:id/edit">{({ id }) => <EditPage key={id} id={id} />}</Route>
      <Route path="/webhooks/:id">{({ id }) => <WebhookPage key={id} id={id} />}</Route>
    </Switch>
  )
}
