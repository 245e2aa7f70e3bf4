export interface Size {
  readonly width: number;
  readonly height: number;
}

/** One of the input sources of https://www.w3.org/TR/webdriver2/#actions, which WebDriver BiDi shares. */
export type InputSource = Readonly<Record<string, unknown>>;

/** A tab of a browser with an empty profile. Both protocols can do this, and no more is needed. */
export interface Tab {
  /** Resolves when the HTML is parsed. */
  go(address: string): Promise<void>;
  /**
   * Calls the source of a function in the page, and awaits its promise.
   *
   * @param parameters as a JSON array
   * @returns its result as JSON
   */
  call(source: string, parameters: string): Promise<string>;
  act(sources: readonly InputSource[]): Promise<void>;
  /** Sets the size of the part of the window that shows the page. */
  resize(size: Size): Promise<void>;
  /** @returns a PNG file */
  photograph(): Promise<Buffer>;
  /** Errors and warnings of the page's console, where the driver can read it. */
  readonly complaints: readonly string[];
  close(): Promise<void>;
}

export interface Settings {
  /** Whether the visitor has asked for less motion. */
  readonly reducesMotion: boolean;
  /** The port of a proxy on this machine for all requests to other machines. */
  readonly proxyPort: number;
}

export interface Browser {
  open(): Promise<Tab>;
  close(): Promise<void>;
}

/** A browser that is not part of our packages. */
export interface BrowserKind {
  readonly name: string;
  /** What to say where it is not installed. */
  readonly absence: string;
  readonly isInstalled: boolean;
  start(settings: Settings): Promise<Browser>;
}
