export interface Size {
  readonly width: number;
  readonly height: number;
}

/** An input source of https://www.w3.org/TR/webdriver2/#actions; WebDriver BiDi uses the same format. */
export type InputSource = Readonly<Record<string, unknown>>;

/**
 * A tab of a browser with an empty profile. This interface contains only what the tests need; WebDriver and WebDriver
 * BiDi can both do all of it.
 */
export interface Tab {
  /** Resolves when the HTML is parsed. */
  go(address: string): Promise<void>;
  /**
   * Calls a function in the page, and awaits the promise that it returns.
   *
   * @param source the function's source code
   * @param parameters as a JSON array
   * @returns the result as JSON
   */
  call(source: string, parameters: string): Promise<string>;
  act(sources: readonly InputSource[]): Promise<void>;
  /** Sets the size of the part of the window that shows the page. */
  resize(size: Size): Promise<void>;
  /** @returns a PNG file */
  photograph(): Promise<Buffer>;
  /** Errors and warnings of the page's console; always empty with WebDriver, which cannot read the console. */
  readonly complaints: readonly string[];
  close(): Promise<void>;
}

export interface Settings {
  /** Whether the visitor has asked for less motion. */
  readonly reducesMotion: boolean;
  /** The port of a proxy on this machine, which gets all requests to other machines. */
  readonly proxyPort: number;
}

export interface Browser {
  open(): Promise<Tab>;
  close(): Promise<void>;
}

/** Firefox or WebKit. The project's npm packages do not contain them; they must be installed on the machine. */
export interface BrowserKind {
  readonly name: string;
  /** The message if the browser is not installed. */
  readonly absence: string;
  readonly isInstalled: boolean;
  start(settings: Settings): Promise<Browser>;
}
