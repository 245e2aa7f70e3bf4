import { TRUSTED_TYPES_POLICY } from '../contract/screens.ts';
import {
  type BuiltFiles,
  FAILED_EVENT,
  type PageScript,
  READY_EVENT,
  SCRIPT_TROUBLE_ID,
} from './page.ts';

const PAINT_IS_DUE_WITHIN_MS = 500;
/** The font of `type.css`. Texts get it when it has been loaded, because each change of their font lays them out again. */
const DISPLAY_FONT = '800 1em Bricolage Grotesque';
/** A connection that hangs raises no error event, so the script counts as failed after this time. */
const SCRIPT_TIMEOUT_MS = 15_000;
/** A visitor who has pressed the button of a form waits no longer than this for the script. */
const PRESS_TIMEOUT_MS = 8_000;

/**
 * Loads the page's scripts after the first paint, because earlier they would compete with the paint for the connection
 * and the processor. Browsers that do not report their paints load the scripts after a short delay.
 *
 * An import() would be shorter. But with 'strict-dynamic' a hashed inline script may only add script elements, and may
 * not import modules. The Trusted Types policy can be created only once and returns only these addresses, so it cannot
 * load another script.
 *
 * A form that is submitted before the script is ready is submitted again when the script is ready. If the script fails,
 * the browser sends the form as without JavaScript. The syntax is that of 2015, so that a browser that is too old for
 * the script can say so. An invite (`data-invite`) then shows what it shows without a script.
 */
export function loadAfterFirstPaint(scripts: readonly PageScript[], files: BuiltFiles): string {
  const addressed = scripts.map(({ source, ...conditions }) => ({
    address: found(files.scripts, source),
    ...conditions,
  }));
  return `(()=>{
let isReady,hasFailed,pressed
const tell=trouble=>{
if(trouble)delete document.documentElement.dataset.invite
const text=document.getElementById('${SCRIPT_TROUBLE_ID}')
if(text)text.hidden=!trouble
}
const fail=()=>{
if(isReady)return
hasFailed=true
tell(true)
if(pressed)document.querySelector('form').submit()
pressed=null
}
addEventListener('${FAILED_EVENT}',()=>{
isReady=false
fail()
})
addEventListener('${READY_EVENT}',()=>{
isReady=true
tell(false)
if(pressed)document.querySelector('form').requestSubmit()
pressed=null
})
addEventListener('submit',event=>{
if(isReady||hasFailed)return
event.preventDefault()
event.stopPropagation()
if(!pressed)setTimeout(fail,${PRESS_TIMEOUT_MS})
pressed=event.target
},true)
const showFont=()=>{document.documentElement.dataset.fonts=''}
const scripts=${JSON.stringify(addressed)}
const policy=window.trustedTypes&&trustedTypes.createPolicy('${TRUSTED_TYPES_POLICY}',{createScriptURL:index=>scripts[index].address})
scripts.forEach(({address,media='all',unless},index)=>{
const screen=matchMedia(media)
let waits=true
const load=()=>{
document.fonts.load('${DISPLAY_FONT}').then(showFont,showFont)
if(!waits||!screen.matches||unless&&document.querySelector(unless))return
waits=false
const script=document.createElement('script')
script.type='module'
if(media!='all')script.fetchPriority='low'
else{
setTimeout(fail,${SCRIPT_TIMEOUT_MS})
script.onerror=fail
addEventListener('error',event=>event.filename==script.src&&fail())
}
script.src=policy?policy.createScriptURL(index):address
document.head.append(script)
}
requestAnimationFrame(()=>setTimeout(load,${PAINT_IS_DUE_WITHIN_MS}))
new PerformanceObserver(load).observe({type:'paint',buffered:true})
screen.addEventListener('change',load)
})
})()`;
}

/** @throws if the build lacks the file, because the mistake would be easy to miss on the page */
export function found(built: Readonly<Record<string, string>>, source: string): string {
  const result = built[source];
  if (!result) throw new Error(`Cannot render a page: nothing was built from ${source}.`);
  return result;
}
