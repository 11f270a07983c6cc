from django.urls import path

from .views import EventVersionList, StrainFileList

urlpatterns = [
    path("api/v2/strain-files", StrainFileList.as_view()),
    path("api/v2/event-versions", EventVersionList.as_view()),
]
