import { type Drawing, Drawn } from "./empty.tsx";

/** One drawing for each kind of work. */
const drawings = {
  essay: {
    box: [0, 0, 132, 80],
    drawing: (
      <>
        <text x="0" y="37" fontSize="46" className="tx pen">
          E
        </text>
        <path className="h" d="M34 8h98M34 21h98M34 34h98M1 47h131M1 60h131M1 73h62" />
      </>
    ),
  },
  editing: {
    box: [0, 0, 132, 80],
    drawing: (
      <>
        <path className="h" d="M1 8h131M1 73h84" />
        <text x="0" y="44" fontSize="19" className="tx">
          The data shows
        </text>
        <path className="p" d="M71 39h50" />
        <text x="78" y="26" fontSize="17" className="tx pen it">
          show
        </text>
        <path className="p" d="m64 54 5-8.5 5 8.5" />
      </>
    ),
  },
  proofreading: {
    box: [0, 0, 132, 80],
    drawing: (
      <>
        <path className="h" d="M1 8h131M1 73h108" />
        <text x="0" y="51" fontSize="30" className="tx">
          recieve
        </text>
        <path className="p" style={{ strokeWidth: 1.6 }} d="M36 43c0-20 9.6-20 9.6-4v6c0 17 14.4 17 14.4 0" />
        <text x="112" y="50" fontSize="19" className="tx pen it">
          tr
        </text>
      </>
    ),
  },
  coursework: {
    box: [7, 0, 132, 80],
    drawing: (
      <>
        <path className="f" d="M22 6h86v52H22z" />
        <path className="f" d="M15 13h86v52H15z" />
        <path className="f" d="M8 20h86v54H8z" />
        <path className="h" d="M18 38h66M18 48h66M18 58h40" />
        <path className="ft p" d="M70 20v15l5-4.5 5 4.5V20z" />
      </>
    ),
  },
  technical: {
    box: [0, 0, 132, 80],
    drawing: (
      <>
        <path d="M2 4v66h124" />
        <path className="h" d="M2 54h124M2 38h124M2 22h124" />
        <path className="p" d="M2 64c32 0 44-8 62-28S96 12 126 10" />
        <circle className="fp" cx="64" cy="36" r="3.500" />
        <path className="h" d="M64 40v30" strokeDasharray="2 3" />
      </>
    ),
  },
  programming: {
    box: [0, 0, 132, 80],
    drawing: (
      <>
        <path className="p" d="M20 6c-8 0-10 4-10 10v14c0 6-3 10-8 10 5 0 8 4 8 10v14c0 6 2 10 10 10" />
        <path className="h" d="M36 12h56M50 28h72M64 44h44M50 60h60" />
        <path d="M36 12h16M50 28h12M64 44h24M50 60h20" style={{ strokeWidth: 2 }} />
      </>
    ),
  },
  calculations: {
    box: [0, 0, 132, 80],
    drawing: (
      <>
        <text x="84" y="18" fontSize="19" className="tx end">
          1 284.60
        </text>
        <text x="84" y="40" fontSize="19" className="tx end">
          316.45
        </text>
        <text x="1" y="40" fontSize="19" className="tx">
          +
        </text>
        <path d="M1 48h83" />
        <text x="84" y="68" fontSize="19" className="tx end pen">
          1 601.05
        </text>
        <path className="p" d="M1 75.5h83M1 79h83" style={{ strokeWidth: 1.3 }} />
      </>
    ),
  },
  quiz: {
    box: [4.5, 0, 132, 80],
    drawing: (
      <>
        <circle cx="18" cy="20" r="13" className="f" />
        <text x="18" y="25.5" fontSize="15" className="tx mid">
          A
        </text>
        <path className="h" d="M38 20h24" />
        <circle cx="84" cy="20" r="13" className="f" />
        <text x="84" y="25.5" fontSize="15" className="tx mid">
          B
        </text>
        <path className="h" d="M104 20h24" />
        <circle cx="18" cy="60" r="13" className="fp" />
        <text x="18" y="65.5" fontSize="15" className="tx mid onp">
          C
        </text>
        <path className="h" d="M38 60h24" />
        <circle cx="84" cy="60" r="13" className="f" />
        <text x="84" y="65.5" fontSize="15" className="tx mid">
          D
        </text>
        <path className="h" d="M104 60h24" />
      </>
    ),
  },
} as const satisfies Record<string, Drawing>;

export type ArtName = keyof typeof drawings;

export const Art = ({ name }: { name: ArtName }) => <Drawn of={drawings[name]} />;
