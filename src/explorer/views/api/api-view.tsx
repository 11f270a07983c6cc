/**
 * The API view: every path and its parameters, with a form to try each. The request is a setting of the view,
 * `#/api;request=runs/O1`, because the API itself has no such path.
 */

import { explainRequest, findIgnored } from '../../../core/handler/explain.ts';
import { splitUrl } from '../../../core/handler/resolve-request.ts';
import { parametersOf, segmentsOf, withSettings } from '../../address/address.ts';
import type { Core } from '../../host/core.ts';
import { latestOf, useLoaded } from '../../host/use-answer.ts';
import { Problem } from '../../parts/problem.tsx';
import { suggest } from '../../parts/suggest.ts';
import type { ViewProps } from '../../shell/view.ts';
import { AnswerPanel } from './answer-panel.tsx';
import { type ApiPath, findPath, groupPaths, type PathGroup } from './paths.ts';
import { RequestForm } from './request-form.tsx';

/** The response to a request, and its explanation. */
async function explain(core: Core, request: string, method: string) {
  const target = request.replace(/^\//, '');
  const explanation = await core.explain(target, { method });
  const { understood } = explanation;
  return {
    request,
    explanation,
    facts: understood === null ? {} : explainRequest(understood, core.release),
    ignored: findIgnored(splitUrl(`/${target}`).query, understood?.found ?? null, suggest),
  };
}

/** The initial request. */
const FIRST_REQUEST = 'event-versions?lastver=true&pagesize=2';
const GET = 'GET';

function PathList({
  groups,
  current,
  hrefOf,
}: {
  groups: readonly PathGroup[];
  current: ApiPath | null;
  hrefOf: (path: ApiPath) => string;
}) {
  return (
    <nav class="paths" aria-label="Paths of the API">
      {groups.map(({ title, paths }) => (
        <section key={title}>
          <h2>{title}</h2>
          <ul class="plain">
            {paths.map((one) => (
              <li key={one.path}>
                <a href={hrefOf(one)} aria-current={one === current ? 'true' : undefined}>
                  <code>{one.path === '' ? '/' : one.path.replaceAll('{}', '<id>')}</code>
                </a>
              </li>
            ))}
          </ul>
        </section>
      ))}
    </nav>
  );
}

export default function ApiView(props: ViewProps) {
  const { core, address, navigate } = props;
  const groups = groupPaths(core.release.collections);
  const request = address.view.request ?? FIRST_REQUEST;
  const method = address.view.method ?? GET;
  const found = findPath(groups, segmentsOf(request));
  const isComplete = found === null || found.ids.every((id) => id !== '');
  const loaded = useLoaded(core, `${method} ${request}`, async () =>
    isComplete ? explain(core, request, method) : null,
  );
  const to = (target: string, by: string) =>
    withSettings(address, { request: target === '' ? '/' : target, method: by === GET ? null : by });
  const hrefOf = ({ path }: ApiPath) => `#/api;request=${encodeURIComponent(path.replaceAll('{}', '') || '/')}`;
  if (loaded.state === 'failed') return <Problem {...props} {...loaded} />;
  const answered = latestOf(loaded);
  return (
    <div class="api" data-ready={loaded.state === 'ready' ? '' : undefined}>
      <h1>API</h1>
      <p class="lead">Every path and parameter, answered here in your browser as any host of this site would.</p>
      <div class="api-columns">
        <PathList groups={groups} current={found?.path ?? null} hrefOf={hrefOf} />
        <div>
          {found !== null && (
            <section class="panel" aria-labelledby="path">
              <h2 id="path">
                <code>{found.path.path === '' ? '/' : found.path.path.replaceAll('{}', '<id>')}</code>
              </h2>
              <p>{found.path.description}</p>
              <RequestForm
                key={found.path.path}
                {...{ core, method }}
                path={found.path}
                ids={found.ids}
                values={Object.fromEntries(parametersOf(request))}
                onSend={(sent) => navigate(to(sent.target, sent.method))}
              />
            </section>
          )}
          {answered && (
            <section class="panel" aria-label="Answer">
              <p>
                <code class="request">
                  {method} {answered.request}
                </code>
              </p>
              <AnswerPanel key={answered.request} {...answered} />
            </section>
          )}
        </div>
      </div>
    </div>
  );
}
