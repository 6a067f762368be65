/** A drawn camera picture with one marked detection; decoration of the console illustration. */
export function CameraScene() {
  return (
    <svg aria-hidden viewBox="0 0 320 180" className="block w-full rounded-md bg-[#11181b]">
      <path d="M0 112h320v68H0z" fill="#1a2428" />
      <path
        d="M0 180 104 112M64 180l68-68M160 180v-68M256 180l-68-68M320 180 216 112"
        stroke="#243136"
        strokeWidth="1.5"
      />
      <path d="M0 138h320M0 158h320" stroke="#212d32" />
      {[22, 118, 214].map((x, index) => (
        <g key={x}>
          <rect x={x} y="34" width="84" height="78" fill={index === 1 ? "#0c1214" : "#2a383d"} stroke="#36474d" />
          {index === 1 ? (
            <rect x={x} y="34" width="84" height="16" fill="#2a383d" />
          ) : (
            <path d={`M${x} 50h84M${x} 66h84M${x} 82h84M${x} 98h84`} stroke="#36474d" />
          )}
          <rect x={x + 34} y="20" width="16" height="7" rx="1.5" fill="#44575e" />
        </g>
      ))}
      <path d="M42 20 20 0M64 20l22-20" stroke="#1a2428" />
      <g fill="#8fa3aa">
        <circle cx="171" cy="77" r="6" />
        <path d="M162 88c0-3 3-5 9-5s9 2 9 5l1.5 19-4 1-1.5 19h-3.5l-1.5-17-1.5 17H166l-1.5-19-4-1z" />
      </g>
      <g fill="none" stroke="#ff7d73" strokeWidth="2">
        <path d="M152 74v-8h9M190 74v-8h-9M152 124v8h9M190 124v8h-9" />
      </g>
      <rect x="152" y="48" width="76" height="14" rx="2" fill="#ff7d73" />
      <text x="157" y="58.5" fontSize="9" fontWeight="600" fill="#1d0805" fontFamily="inherit">
        intrusion 0.94
      </text>
      <g fontSize="8" fill="#c8d3d7" fontFamily="inherit">
        <text x="10" y="14">
          Dock 3
        </text>
        <text x="310" y="14" textAnchor="end">
          22:41:07
        </text>
      </g>
    </svg>
  );
}
