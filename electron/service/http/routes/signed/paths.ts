/** Paths of the objects behind signed addresses. */

export const UPLOAD_METHOD = 'PUT';

export const UPLOAD_ROUTE = '/storage/uploads/:projectId';
export const DOWNLOAD_ROUTE = '/storage/downloads/:generationId/:downloadType';

export function uploadPath(projectId: string): string {
  return `/storage/uploads/${projectId}`;
}

export function downloadPath(generationId: string, downloadType: string): string {
  return `/storage/downloads/${generationId}/${downloadType}`;
}
