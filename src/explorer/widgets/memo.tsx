/** Skips components whose properties are the same as before. */

import { Component, type ComponentClass, type FunctionComponent } from 'preact';

/** A component that is rendered again only if one of its properties is another value or object. */
export function memo<Props extends object>(Shown: FunctionComponent<Props>): ComponentClass<Props> {
  return class extends Component<Props> {
    override shouldComponentUpdate(next: Props): boolean {
      const before: Props = this.props;
      const names = Object.keys({ ...before, ...next }) as (keyof Props)[];
      return names.some((name) => before[name] !== next[name]);
    }

    override render(props: Props) {
      return <Shown {...props} />;
    }
  };
}
