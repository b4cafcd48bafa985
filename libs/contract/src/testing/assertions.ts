/** An assertion of Web Authentication Level 3, section "Test Vectors"; bytes are in base64url. */
interface StandardAssertion {
  readonly name: string;
  readonly x: string;
  readonly y: string | null;
  readonly challenge: string;
  readonly authenticatorData: string;
  readonly clientDataJSON: string;
  readonly signature: string;
  /** Part of the reason why it is refused here; null if it is accepted. */
  readonly refused: string | null;
}

export const assertions: readonly StandardAssertion[] = [
  {
    name: 'packed-es256',
    x: 'HPJ_JdpZEgikI5wuMk8QT1hVJUeaKe3u3YMPSOd66uU',
    y: 'WeS32mwBBuIGzjkMk6uYoVpew4h-V_DMK-zoA7kgxCM',
    challenge: 'sRBvpGpXvvF4FRHAVX3ImKA0E9Xw8X0kRjDBlMfhrbU',
    authenticatorData: 'v6vDdDKViwYzYNOtZGHJxHNa5_jt1GWSpeDwFFKy5LUNAAAAAA',
    clientDataJSON:
      'eyJ0eXBlIjoid2ViYXV0aG4uZ2V0IiwiY2hhbGxlbmdlIjoic1JCdnBHcFh2dkY0RlJIQVZYM0ltS0EwRTlYdzhYMGtSakRCbE1maHJiVSIsIm9yaWdpbiI6Imh0dHBzOi8vZXhhbXBsZS5vcmciLCJjcm9zc09yaWdpbiI6ZmFsc2UsImV4dHJhRGF0YSI6ImNsaWVudERhdGFKU09OIG1heSBiZSBleHRlbmRlZCB3aXRoIGFkZGl0aW9uYWwgZmllbGRzIGluIHRoZSBmdXR1cmUsIHN1Y2ggYXMgdGhpczogQVpNd3lNeEliRDgtdWd1Rk5wNnI4USJ9',
    signature:
      'MEUCIGlJadPuko3m8C7yOpxkTX13mRZFFzSpS0MlQvSYoevpAiEAiwgZyCQhipcVLNCZxVv7FHeynZAKSaZAGDFPm_zNoWM',
    refused: null,
  },
  {
    name: 'tpm-es256',
    x: 'QSAmmMnZdT-0uz8nzQn-a4r9t2Q47irlTXydreENhks',
    y: '2HNRFc2zMKY-odbkPVAA9L1W-ZvOg-4dczAfwnARbQc',
    challenge: 'AAk7ZsIdW16J96BwghGJB-o-UC00OzFLjFpU1i2yAvs',
    authenticatorData: 'v6vDdDKViwYzYNOtZGHJxHNa5_jt1GWSpeDwFFKy5LUNAAAAAA',
    clientDataJSON:
      'eyJ0eXBlIjoid2ViYXV0aG4uZ2V0IiwiY2hhbGxlbmdlIjoiQUFrN1pzSWRXMTZKOTZCd2doR0pCLW8tVUMwME96RkxqRnBVMWkyeUF2cyIsIm9yaWdpbiI6Imh0dHBzOi8vZXhhbXBsZS5vcmciLCJjcm9zc09yaWdpbiI6ZmFsc2V9',
    signature:
      'MEUCIGDcdrFgfscWxuXrqNBWaV7WvEey49enKcNOdZ46tmqgAiEA0BCp6P3ctkxDnf3KYo3bM88kXVZ9FX2fZvlCYBvtmzg',
    refused: null,
  },
  {
    name: 'none-es256-long-credential-id',
    x: 'O4F2t1BEicxZMEbXmIq7eQWnQt5qws3HSKhzxmPpDLE',
    y: 'FDbV7cmnXyOZnu-dWVClwkVVFO4QFAhHIPhBoGuCihE',
    challenge: '7x3rpW3OSPZ0pEfM9juVmSWM6HZI5cOW8u8ModpGDjs',
    authenticatorData: 'v6vDdDKViwYzYNOtZGHJxHNa5_jt1GWSpeDwFFKy5LUNAAAAAA',
    clientDataJSON:
      'eyJ0eXBlIjoid2ViYXV0aG4uZ2V0IiwiY2hhbGxlbmdlIjoiN3gzcnBXM09TUFowcEVmTTlqdVZtU1dNNkhaSTVjT1c4dThNb2RwR0RqcyIsIm9yaWdpbiI6Imh0dHBzOi8vZXhhbXBsZS5vcmciLCJjcm9zc09yaWdpbiI6ZmFsc2V9',
    signature:
      'MEUCID7O-D-xKgyueEEFX5-HEDqZ_RS0JBlLvwbEYj0-5uP9AiEA0qzjRtsmKxN0prcPqlH1GKQt3KE6QSXOb1BSp1usn7Y',
    refused: null,
  },
  {
    name: 'none-es256-crossOrigin',
    x: 'IiAKRz-QsRB4hRVQ0DtORKInn4xOyiezFT3t_gPk6X0',
    y: 'y9C-ledGrW9agZG-EXVuTAQg5y9ltGbTm8VrixI6nG4',
    challenge: 'h2qlF7qD_e5l_P_bykyE7q5dVPgEGh_IXJkeW7snMTc',
    authenticatorData: 'v6vDdDKViwYzYNOtZGHJxHNa5_jt1GWSpeDwFFKy5LUFAAAAAA',
    clientDataJSON:
      'eyJ0eXBlIjoid2ViYXV0aG4uZ2V0IiwiY2hhbGxlbmdlIjoiaDJxbEY3cURfZTVsX1BfYnlreUU3cTVkVlBnRUdoX0lYSmtlVzdzbk1UYyIsIm9yaWdpbiI6Imh0dHBzOi8vZXhhbXBsZS5vcmciLCJjcm9zc09yaWdpbiI6dHJ1ZSwiZXh0cmFEYXRhIjoiY2xpZW50RGF0YUpTT04gbWF5IGJlIGV4dGVuZGVkIHdpdGggYWRkaXRpb25hbCBmaWVsZHMgaW4gdGhlIGZ1dHVyZSwgc3VjaCBhcyB0aGlzOiA5MnBjVFZEMEFieS1xNGR0bWo2ZWZnIn0',
    signature:
      'MEYCIQDrEvzyOxJ2TA8SLiI3H6uS4oOHn9eY847hhByVG25A5wIhAMdiN_-dt3s8VvMIN82moJrPoukVVE5gnAczsRhANtHP',
    refused: 'inside',
  },
  {
    name: 'none-es256-topOrigin',
    x: 'ocR8HYLaTr6CzXIgcQKzgGcHAZk7w1OYri5XJkJ_4B0',
    y: 'hsEIDYKYcCjH9U7LGwEYXeJDs1kpSg7SEM1HSA8K3Ig',
    challenge: '1UpcjKS2Ko47syHjsrxzhW-FoQFQ2yk5rBlXOeseoGY',
    authenticatorData: 'v6vDdDKViwYzYNOtZGHJxHNa5_jt1GWSpeDwFFKy5LUFAAAAAA',
    clientDataJSON:
      'eyJ0eXBlIjoid2ViYXV0aG4uZ2V0IiwiY2hhbGxlbmdlIjoiMVVwY2pLUzJLbzQ3c3lIanNyeHpoVy1Gb1FGUTJ5azVyQmxYT2VzZW9HWSIsIm9yaWdpbiI6Imh0dHBzOi8vZXhhbXBsZS5vcmciLCJjcm9zc09yaWdpbiI6dHJ1ZSwidG9wT3JpZ2luIjoiaHR0cHM6Ly9leGFtcGxlLmNvbSIsImV4dHJhRGF0YSI6ImNsaWVudERhdGFKU09OIG1heSBiZSBleHRlbmRlZCB3aXRoIGFkZGl0aW9uYWwgZmllbGRzIGluIHRoZSBmdXR1cmUsIHN1Y2ggYXMgdGhpczogVWlGb0pNVlJRSERBRldGaTR2eFVwUSJ9',
    signature:
      'MEUCIQC1pwyBeA1fzJpPKunKrpkFj4rMr1i5H7WTKWRsKKxv_AIgEuEBwWXbPI6ZV_DFTdbKm1a8O9LygL0vqmwdAsblwXE',
    refused: 'inside',
  },
  {
    name: 'none-es256',
    x: 'r--hb5fKmy0j64bMtkCY0g25CFYGLrJJwzqbZy8m32E',
    y: 'kwpWuHovymYzSwNFir-HlxfBLMaO1zKQry4mZHlrkiA',
    challenge: 'OcDnUhQXulTUPo3JUXT0I97pvzzYBP9tZchXyav01Ag',
    authenticatorData: 'v6vDdDKViwYzYNOtZGHJxHNa5_jt1GWSpeDwFFKy5LUZAAAAAA',
    clientDataJSON:
      'eyJ0eXBlIjoid2ViYXV0aG4uZ2V0IiwiY2hhbGxlbmdlIjoiT2NEblVoUVh1bFRVUG8zSlVYVDBJOTdwdnp6WUJQOXRaY2hYeWF2MDFBZyIsIm9yaWdpbiI6Imh0dHBzOi8vZXhhbXBsZS5vcmciLCJjcm9zc09yaWdpbiI6ZmFsc2V9',
    signature:
      'MEYCIQD1Ck4uRAkknEqFO6NhKC8JhB303UVHoTqHeAIY3v_NOAIhAISArA8Lk1OBdPV1vxGh3V14xuSGAT-TcpXqE2U-Mx6H',
    refused: 'verifying',
  },
  {
    name: 'packed-eddsa',
    x: 'ROBt3TMcNqjcZnurUryuY0hskWql4znmrOuqhJNL-DI',
    y: null,
    challenge: 'iVlX4BxjOmmDSKLYoxpUt9sn6MHEOyCA15riGQJnv9I',
    authenticatorData: 'v6vDdDKViwYzYNOtZGHJxHNa5_jt1GWSpeDwFFKy5LUBAAAAAA',
    clientDataJSON:
      'eyJ0eXBlIjoid2ViYXV0aG4uZ2V0IiwiY2hhbGxlbmdlIjoiaVZsWDRCeGpPbW1EU0tMWW94cFV0OXNuNk1IRU95Q0ExNXJpR1FKbnY5SSIsIm9yaWdpbiI6Imh0dHBzOi8vZXhhbXBsZS5vcmciLCJjcm9zc09yaWdpbiI6ZmFsc2V9',
    signature:
      '9cWcfkbDT2-MwZcQHd-ZNPollfaOsZE6Y36EGeubpM_fxI-FOTvA1AsBHw1v7LCX1mB1JXEyI6DcDUU5k9rgCw',
    refused: 'verifying',
  },
];
