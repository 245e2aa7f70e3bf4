/** The pictures on the flyers, 300 x 240 each; the upper part is cut off where text needs the space. */
export function Record() {
  return (
    <>
      <circle className="red" cx="150" cy="196" r="190" />
      <circle className="dark" cx="150" cy="196" r="154" />
      <circle className="sun" cx="150" cy="196" r="118" />
      <circle className="dark" cx="150" cy="196" r="82" />
      <circle className="yellow" cx="150" cy="196" r="46" />
      <circle className="dark" cx="150" cy="196" r="10" />
    </>
  );
}

export function Bowl() {
  return (
    <>
      <path className="cream" d="M0 176h300v64H0z" />
      <path
        className="checks"
        d="M0 192h300M0 224h300M16 176v64M48 176v64M80 176v64M112 176v64M144 176v64M176 176v64M208 176v64M240 176v64M272 176v64"
      />
      <path className="chopsticks" d="M168 100 252 8M188 100 278 18" />
      <path
        className="noodles"
        d="M66 104q0-34 34-34t34 34M110 104q0-50 38-50t38 50M164 104q0-34 34-34t34 34"
      />
      <path className="deep" d="M34 100h232q0 90-76 106v10h-80v-10q-76-16-76-106z" />
    </>
  );
}

export function Algae() {
  return (
    <>
      <circle className="sun" cx="224" cy="80" r="38" />
      <path
        className="cut-blue"
        d="M88 236V76M88 206l-44-44M88 206l44-44M88 146l-38-42M88 146l38-42"
      />
      <path className="cut-pink" d="M180 226c62-8-14-36 34-48s-8-36 34-44" />
      <path className="green" d="M150 240a44 44 0 0 1 88 0z" />
    </>
  );
}

export function Roof() {
  return (
    <>
      <circle className="yellow" cx="238" cy="140" r="20" />
      <path className="wire" d="M30 190V72M270 190V92M30 74q120 80 240 20" />
      <path className="bulbs" d="M62 94h0M98 111h0M136 121h0M176 121h0M214 113h0M246 102h0" />
      <path className="pink" d="M86 192v-26a18 18 0 0 1 36 0v26z" />
      <path className="sun" d="M134 192v-34a18 18 0 0 1 36 0v34z" />
      <path className="teal" d="M182 192v-24a18 18 0 0 1 36 0v24z" />
      <path
        className="eyes"
        strokeWidth="4"
        d="M98 164v3M110 164v3M146 156v3M158 156v3M194 166v3M206 166v3"
      />
      <path className="dark" d="M0 214h20v-26h260v26h20v26H0z" />
    </>
  );
}

export function Shopfront() {
  return (
    <>
      <path className="dark" d="M30 90h240v150H30z" />
      <path className="yellow" d="M42 102h216v138H42z" />
      <path className="deep" d="M92 152h72v88H92z" />
      <path className="teal" d="M178 182h56v58h-56z" />
      <path
        className="handles"
        d="M112 152v-12a16 16 0 0 1 32 0v12M194 182v-8a12 12 0 0 1 24 0v8"
      />
      <path className="eyes" strokeWidth="5" d="M196 204v5M216 204v5" />
      <path className="eyes cream-line" strokeWidth="6" d="M116 182v7M140 182v7" />
      <path
        className="cream"
        d="M0 30h50v68a25 22 0 0 1-50 0zM100 30h50v68a25 22 0 0 1-50 0zM200 30h50v68a25 22 0 0 1-50 0z"
      />
      <path
        className="red"
        d="M50 30h50v68a25 22 0 0 1-50 0zM150 30h50v68a25 22 0 0 1-50 0zM250 30h50v68a25 22 0 0 1-50 0z"
      />
    </>
  );
}

export function Curtain() {
  return (
    <>
      <path className="spot" d="M130 0h40l66 212H64z" />
      <ellipse className="cream" cx="150" cy="212" rx="86" ry="18" />
      <path className="dark" d="M147 118h6v92h-6zM128 208h44v6h-44z" />
      <path className="dark" d="M138 92a12 12 0 0 1 24 0v16a12 12 0 0 1-24 0z" />
      <path
        className="red"
        d="M0 0h104c0 70-30 140-84 170l8 70H0zM300 0H196c0 70 30 140 84 170l-8 70h28z"
      />
      <path
        className="folds"
        d="M28 0q0 90-20 150M62 0q-4 90-44 156M272 0q0 90 20 150M238 0q4 90 44 156"
      />
    </>
  );
}

export function Shoe() {
  return (
    <>
      <path className="speed" d="M-10 84h96M-10 120h64M-10 156h84" />
      <path
        className="cream"
        d="M84 60q26 22 60 6l64 66q14 12 52 14 30 4 30 34v14H76q-14-60 8-134z"
      />
      <path className="red" d="M71 184h219v12q0 16-16 16H86q-15 0-15-16z" />
      <path className="laces" d="M146 98l26-20M164 116l26-20M182 134l26-20" />
      <path className="sun" d="M84 116q60 4 72 68h-34q-8-34-44-42z" />
    </>
  );
}

export function QuestionMark() {
  return (
    <>
      <path className="question" d="M100 96q4-44 52-44t50 42q0 30-30 42-20 8-20 28" />
      <circle className="sun" cx="152" cy="210" r="26" />
      <path className="eyes" strokeWidth="6" d="M143 205v6M161 205v6" />
    </>
  );
}
